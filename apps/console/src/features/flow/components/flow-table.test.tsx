import { channelApi, flowApi, FlowItem } from '@ruwu/contract'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createFakeServer } from '../../../testing/fake-server.ts'
import { testConfirmRules } from '../../../testing/form-rules.ts'
import { openLayer } from '../../../testing/render.tsx'
import { sample } from '../../../testing/sample.ts'
import { sampleFlow } from '../../../testing/sample-flow.ts'
import { FlowActions, FlowTable } from './flow-table.tsx'

const flow = sample(FlowItem, { name: '夜间留资', status: 'published', publishedVersion: 2, running: 3 })

function open({ item = flow, canEdit = true } = {}) {
  const server = createFakeServer()
  server.answer(flowApi.copy, sampleFlow({ name: '夜间留资 副本' }))
  server.answer(flowApi.disable, sampleFlow({ name: '夜间留资' }))
  server.answer(flowApi.remove, true)
  return openLayer(() => <FlowActions flow={item} canEdit={canEdit} />, { server })
}

type Page = Awaited<ReturnType<typeof open>>
const choose = async (page: Page, entry: string) => {
  await page.user.click(page.button('「夜间留资」的更多操作'))
  await page.user.click(await screen.findByText(entry))
}

testConfirmRules({
  open,
  ask: (page) => choose(page, '删除'),
  title: '删除工作流「夜间留资」？',
  endpoint: flowApi.remove,
  sent: { query: { id: flow.id } },
})

testConfirmRules({
  open,
  ask: (page) => choose(page, '停用'),
  title: '停用工作流「夜间留资」？',
  endpoint: flowApi.disable,
  sent: { body: { id: flow.id, disabled: true } },
})

test.each([
  ['删除', flowApi.remove],
  ['停用', flowApi.disable],
])('%s of a flow that a plan uses is refused, and the dialog names the plan', async (action, endpoint) => {
  const page = await open()
  page.server.refuse(endpoint, 'inUse', { data: { usedBy: ['默认方案'] } })

  await choose(page, action)
  await page.answer(`${action}工作流「夜间留资」？`, '确认')

  expect(await screen.findByText(`「夜间留资」正在使用中，无法${action}`)).toBeTruthy()
  expect(screen.getByText('默认方案')).toBeTruthy()
})

test('a copy is made, a disabled flow is enabled, and without permission a flow is only viewed', async () => {
  const page = await open({ item: { ...flow, status: 'disabled' } })

  await choose(page, '复制')
  await expect.poll(() => page.toasts).toEqual(['success: 已复制为「夜间留资 副本」'])
  await choose(page, '启用')
  await expect.poll(() => page.server.calls(flowApi.disable)).toEqual([{ body: { id: flow.id, disabled: false } }])
})

// R155
test('the signing secret of a flow with a Webhook is renewed after a question, and shown once', async () => {
  const page = await open({ item: { ...flow, hasSecret: true } })
  page.server.answer(flowApi.renewSecret, { secret: 'whsec_new' })

  await choose(page, '更换签名密钥')
  await page.answer('更换「夜间留资」的签名密钥？', '确认')

  expect(await screen.findByDisplayValue('whsec_new')).toBeTruthy()
  expect(page.server.calls(flowApi.renewSecret)).toEqual([{ body: { id: flow.id } }])
})

test('without permission a flow is only viewed', async () => {
  await open({ canEdit: false })

  expect(screen.queryByRole('button', { name: '「夜间留资」的更多操作' })).toBeNull()
  expect(screen.getByText('查看').getAttribute('href')).toBe(`/automation/detail?id=${flow.id}`)
})

test('the list shows trigger, accounts, state and figures', async () => {
  const server = createFakeServer()
  server.answer(channelApi.simpleList, [])
  const trigger = { type: 'keyword' as const, match: 'contains' as const, words: ['价格', '报价'] }
  const row = {
    ...flow,
    trigger,
    started: 1312,
    finishRate: 0.641,
    leads: 12,
    blocked: 7,
    hasChanges: true,
    updatedByName: '林小满',
  }
  await openLayer(() => <FlowTable flows={[row]} canEdit />, { server })

  for (const text of ['关键词：价格、报价', '全部账号', '有未发布的修改', '1,312', '64.1%', '12', '7', '林小满'])
    expect(await screen.findByText(text)).toBeTruthy()
})

const names = () =>
  screen.getAllByRole('row').flatMap((row) =>
    within(row)
      .queryAllByText(/^[少多]$/)
      .map((it) => it.textContent),
  )
const header = () => screen.getByRole('columnheader', { name: /近7天触发/ })

test('a header orders the flows, and the order is in the address', async () => {
  const server = createFakeServer()
  server.answer(channelApi.simpleList, [])
  const flows = [sample(FlowItem, { name: '少', started: 2 }), sample(FlowItem, { name: '多', started: 30 })]
  const page = await openLayer(() => <FlowTable flows={flows} canEdit={false} />, { server })
  await page.user.click(header())

  expect(names()).toEqual(['多', '少'])
  expect(page.address()).toContain('sort=-started')
  expect(header().getAttribute('aria-sort')).toBe('descending')
})
