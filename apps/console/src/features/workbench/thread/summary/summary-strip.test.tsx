import {
  channelApi,
  CustomerDetail,
  customerApi,
  CustomerSetting,
  customerSettingApi,
  CustomerMessage,
  Stage,
  Tag,
  tagApi,
  type ThreadSummary,
} from '@ruwu/contract'
import { freshThread } from '@ruwu/domain'
import { createStore, useStore } from '@ruwu/ui/store.ts'
import { act, renderHook, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createFakeServer } from '../../../../testing/fake-server.ts'
import { me, renderConsole } from '../../../../testing/render.tsx'
import { sample } from '../../../../testing/sample.ts'
import { askFor, useChatRequest } from '../../chat-requests.ts'
import type { Thread } from '../held-threads.ts'
import { SummaryStrip } from './summary-strip.tsx'
import { useStripPlace } from './use-strip-place.ts'

const hot = sample(Tag, { name: '高意向' })
const held = sample(Tag, { name: '老客户' })
const stages = [sample(Stage, { name: '已报价', position: 1 }), sample(Stage, { name: '新客户', position: 0 })] as const
const [stage] = stages
const summary: ThreadSummary = {
  text: '客户问衣柜价格，等报价',
  steps: [
    { act: 'tag', tagId: hot.id, why: '多次询价' },
    { act: 'tag', tagId: held.id, why: '已经有了' },
    { act: 'stage', stageId: stage.id, why: '' },
    { act: 'remind', when: 'tomorrow', why: '报价后跟进' },
    { act: 'transfer', why: '' },
  ],
  by: 'model',
  problem: '',
  seq: 2,
  madeAt: '2026-03-16T02:00:00.000Z',
}

const said = (seq: number, senderKind: 'customer' | 'human', createdAt: string) =>
  sample(CustomerMessage, { seq, senderKind, createdAt, content: { type: 'text', text: '在吗' } })

/** The customer wrote, was answered, and wrote again after so many days. */
const threadOf = (days: number, more: CustomerMessage[] = []): Thread => ({
  state: {
    ...freshThread(),
    hasMoreAfter: false,
    messages: [
      said(1, 'human', '2026-03-01T02:00:00.000Z'),
      said(2, 'customer', `2026-03-0${1 + days}T03:00:00.000Z`),
      ...more,
    ],
  },
  windowId: 0,
  older: 'idle',
  newer: 'idle',
  found: undefined,
  failure: undefined,
})

type Given = { days?: number; points?: number; answer?: Partial<ThreadSummary>; thread?: Thread }

async function open({ days = 0, points = 0, answer = {}, thread = threadOf(days) }: Given = {}) {
  const without = { stageId: null, leadStatus: null }
  const customer = sample(CustomerDetail, { agentId: me.id, tagIds: [held.id], ...without, source: 'redbook' })
  const opened: unknown[] = []
  const shown = createStore(thread)
  function Host() {
    useChatRequest(customer.customerId, 'tag', (given) => void opened.push(given))
    useChatRequest(customer.customerId, 'reminder', (given) => void opened.push(given))
    useChatRequest(customer.customerId, 'redirect', (given) => void opened.push(given))
    return <SummaryStrip customer={customer} thread={useStore(shown)} points={points} />
  }
  const server = createFakeServer()
  server.answer(customerApi.summary, { ...summary, ...answer })
  server.answer(tagApi.list, [hot, held])
  server.answer(customerSettingApi.get, sample(CustomerSetting, { stages: [...stages] }))
  server.answer(channelApi.simpleList, [])
  const page = renderConsole(<Host />, { server })
  const made = () => server.calls(customerApi.summary).length
  const change = (messages: CustomerMessage[]) =>
    act(() => shown.set({ ...thread, state: { ...thread.state, messages } }))
  return { ...page, made, opened, change, show: () => act(() => askFor(customer.customerId, 'summary')) }
}

test('on demand: who made it and when, and steps that open their part filled in', async () => {
  const { show, user, opened, made } = await open()
  expect(made()).toBe(0)

  show()
  await screen.findByText(summary.text)
  expect(screen.getByText(/AI 生成，仅供参考 · 生成于/)).toBeDefined()
  const steps = within(await screen.findByLabelText('下一步'))
  await steps.findByText('打标签「高意向」')
  expect(steps.getAllByRole('button').map((it) => it.textContent)).toEqual([
    '打标签「高意向」',
    '阶段改为「已报价」',
    '明天提醒',
    '转接给同事',
  ])
  await user.click(steps.getByText('打标签「高意向」'))
  await user.click(steps.getByText('明天提醒'))
  await user.click(steps.getByText('转接给同事'))

  expect(opened).toEqual([{ tagId: hot.id }, { choice: 'tomorrow', note: '报价后跟进' }, { note: summary.text }])
})

test('on return after days it is made by itself where it is free, until it is put away', async () => {
  const { user, made } = await open({ days: 3 })

  await screen.findByText('客户时隔 3 天再次来信')
  await screen.findByText(summary.text)
  await user.click(screen.getByRole('button', { name: '收起摘要' }))

  expect(screen.queryByLabelText('对话摘要')).toBeNull()
  expect(made()).toBe(1)
})

test('where it costs points only the agent asks for it', async () => {
  const { user, made } = await open({ days: 3, points: 1 })
  const button = await screen.findByRole('button', { name: '生成摘要（最多 1 积分）' })
  expect(made()).toBe(0)

  await user.click(button)
  await screen.findByText(summary.text)
  expect(made()).toBe(1)
})

test('one from facts says so, with the reason', async () => {
  const { show } = await open({ answer: { by: 'facts', problem: '模型暂时无法使用', steps: [] } })
  show()

  expect(await screen.findByText(/模型暂时无法使用，按消息整理，未扣积分/)).toBeDefined()
  expect(screen.getByRole('button', { name: '重新生成' })).toBeDefined()
})

test('a failure is told with a way to try again', async () => {
  const { show, server, user } = await open()
  server.refuse(customerApi.summary, 'refused', { msg: '服务器忙' })
  show()
  expect((await screen.findByRole('alert')).textContent).toContain('服务器忙')

  server.answer(customerApi.summary, summary)
  await user.click(screen.getByRole('button', { name: '重试' }))
  await screen.findByText(summary.text)
})

const AFTER = '2026-03-16T03:00:00.000Z'

test.each([
  ['failed', { status: 2 }],
  ['was recalled', { recall: true }],
] as const)('a later message that %s makes it no older', async (_what, change) => {
  const later = { ...said(3, 'human', AFTER), updatedAt: AFTER, ...change }
  const { show } = await open({ thread: threadOf(0, [later]) })
  show()

  await screen.findByText(summary.text)
  expect(screen.queryByText('有新消息，更新')).toBeNull()
})

test('more that was said is told, and a message recalled since takes the summary away', async () => {
  const { show, change } = await open({ thread: threadOf(0, [said(3, 'customer', AFTER)]) })
  show()
  await screen.findByText('有新消息，更新')

  change([{ ...said(2, 'customer', '2026-03-01T03:00:00.000Z'), recall: true, updatedAt: AFTER }])
  expect(screen.queryByText(summary.text)).toBeNull()
  expect(screen.getByRole('button', { name: '生成摘要' })).toBeDefined()
})

test('after a recall one click makes it anew', async () => {
  const { show, change, user, made } = await open()
  show()
  await screen.findByText(summary.text)
  await user.click(screen.getByRole('button', { name: '收起摘要' }))
  change([{ ...said(2, 'customer', '2026-03-01T03:00:00.000Z'), recall: true, updatedAt: AFTER }])

  show()

  await expect.poll(made).toBe(2)
})

test('put away while it is being made, it is not waited for', async () => {
  const { show, server, user, made } = await open({ points: 1 })
  const held = server.hold(customerApi.summary)
  show()
  await screen.findByText('正在生成摘要…')
  await user.click(screen.getByRole('button', { name: '收起摘要' }))
  held.release()

  show()

  await screen.findByText(summary.text)
  // The first one was cancelled, so it is asked for again.
  expect(made()).toBe(2)
})

test('its script is wanted for a request or a return only; one that is missing is asked for again by the next request', () => {
  const { customerId } = sample(CustomerDetail)
  const request = () => act(() => askFor(customerId, 'summary'))
  const { result, rerender } = renderHook(({ days }) => useStripPlace(customerId, threadOf(days)), {
    initialProps: { days: 0 },
  })
  const isShown = () => result.current.isShown
  expect(isShown()).toBe(false)
  rerender({ days: 3 })
  expect(isShown()).toBe(true)

  act(() => result.current.close())
  expect(isShown()).toBe(false)
  request()
  expect(isShown()).toBe(true)
  act(() => result.current.close())
  expect(isShown()).toBe(false)
})
