import { Agent, agentApi, Enterprise, enterpriseApi } from '@ruwu/contract'
import { expect, test } from 'vitest'
import { enterpriseKey } from '../features/enterprise/enterprise.queries.ts'
import { createFakeServer } from '../testing/fake-server.ts'
import { me, renderConsole } from '../testing/render.tsx'
import { sample } from '../testing/sample.ts'
import { Watermark } from './watermark.tsx'

const drawn = () => document.querySelector('[data-watermark]')

test('the watermark appears as soon as an administrator turns it on, and goes again', async () => {
  const server = createFakeServer()
  const enterprise = sample(Enterprise, { watermark: false, version: 1 })
  server.answer(enterpriseApi.detail, enterprise)
  server.answer(agentApi.list, [sample(Agent, { id: me.id, name: '林<小满', telephone: '139****0001' })])
  const { cache } = renderConsole(<Watermark />, { server })
  await expect.poll(() => cache.getQueryData(enterpriseKey)).toBeTruthy()
  expect(drawn()).toBeNull()

  cache.setQueryData(enterpriseKey, { ...enterprise, watermark: true, version: 2 })
  await expect.poll(() => drawn()?.getAttribute('data-watermark')).toBe('林<小满 0001')

  cache.setQueryData(enterpriseKey, { ...enterprise, version: 3 })
  await expect.poll(drawn).toBeNull()
})
