import { channelApi } from '@ruwu/contract'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createFakeServer } from '../../../testing/fake-server.ts'
import { renderConsole } from '../../../testing/render.tsx'
import { sample } from '../../../testing/sample.ts'
import { accountsPath } from '../use-authorisation.ts'
import { ReturnFromPlatform } from './return-from-platform.tsx'

const preCode = 'p'.repeat(24)

test('after 抖音 the page of its accounts opens, and the bound account is named', async () => {
  const server = createFakeServer()
  const opened = sample(channelApi.openDouyin.data, {
    name: '如晤家居',
    isInScope: true,
    reqPage: accountsPath('douyin'),
  })
  server.answer(channelApi.openDouyin, opened)

  const page = renderConsole(<ReturnFromPlatform source="douyin" preCode={preCode} />, { server })

  await expect.poll(page.address).toBe('/channel?source=douyin')
  expect(page.toasts).toEqual(['success: 「如晤家居」已接入如晤'])
})

test('a refusal says why, what to do, and can be begun again', async () => {
  const server = createFakeServer()
  const data = { kind: 'already_bound', platformCode: null }
  server.refuse(channelApi.openDouyin, 'platformRefused', { msg: '该账号已授权给其他服务商', data })

  renderConsole(<ReturnFromPlatform source="douyin" preCode={preCode} />, { server })

  expect(await screen.findByText('该账号已授权给其他服务商')).toBeTruthy()
  expect(screen.getByText('解除与原服务商的授权')).toBeTruthy()
  expect(screen.getByRole('button', { name: '重新发起' })).toBeTruthy()
})
