import {
  Agent,
  agentApi,
  AgentNotice,
  channelApi,
  customerApi,
  CustomerMessage,
  enterpriseApi,
  MESSAGE_STATUS,
  messageApi,
  noticeApi,
  type NoticeId,
} from '@ruwu/contract'
import { screen, within } from '@testing-library/react'
import { expect, onTestFinished, test } from 'vitest'
import { RealtimeContext } from '../../realtime/realtime-context.ts'
import { createFakeServer } from '../../testing/fake-server.ts'
import { me, renderConsole } from '../../testing/render.tsx'
import { sample } from '../../testing/sample.ts'
import { NoticeBell } from './notice-bell.tsx'
import { closeNoticePanel } from './notice-panel-state.ts'
import { NoticeHost } from './notice-host.tsx'
import { onNoticeEvent } from './notice.events.ts'

const about = (name: string) => sample(AgentNotice.shape.customer.unwrap(), { name })
const notice = (part: Partial<AgentNotice>) =>
  sample(AgentNotice, {
    customer: null,
    account: null,
    operatorName: null,
    seq: null,
    canResend: false,
    isRead: true,
    ...part,
  })

const mention = notice({
  kind: 'mention',
  text: '看一下',
  operatorName: '周野',
  customer: about('半夏'),
  seq: 7,
  isRead: false,
})
const reminder = notice({
  kind: 'reminder_due',
  subjectId: 'f'.repeat(32),
  text: '发案例后回访',
  customer: about('王女士'),
})
const hidden = notice({ kind: 'mention', text: null })

const counts = { unread: 1, handoff: 0, reminder: 1, mention: 1 }
const newest = 'f'.repeat(32) as NoticeId
const page = (items: AgentNotice[]) => ({ items, nextCursor: null, unread: counts.unread, counts, newest })
const realtime = {
  status: 'connected' as const,
  isKicked: false,
  reconnect: () => {},
  disconnect: () => {},
  send: () => true,
}

async function open(items = [reminder, mention, hidden]) {
  const server = createFakeServer()
  server.answer(noticeApi.page, page(items))
  server.answer(channelApi.simpleList, [])
  server.answer(agentApi.list, [sample(Agent, { id: me.id, name: '林小满' })])
  server.answer(enterpriseApi.detail, sample(enterpriseApi.detail.data, { timezone: 'Asia/Shanghai' }))
  server.answer(noticeApi.read, true)
  server.answer(noticeApi.postpone, true)
  server.answer(customerApi.removeReminder, true)
  server.answer(customerApi.postpone, sample(customerApi.postpone.data))
  const drawn = renderConsole(
    <RealtimeContext value={realtime}>
      <NoticeBell />
      <NoticeHost />
    </RealtimeContext>,
    { server, path: '/chat?archive=true' },
  )
  onTestFinished(closeNoticePanel)
  const bell = await screen.findByRole('button', { name: '通知中心，1 条未读' })
  await drawn.user.click(bell)
  const panel = await screen.findByRole('complementary', { name: '通知中心' })
  return { ...drawn, server, bell, panel: within(panel) }
}

test('a mention opens its place in the thread, the list keeps its filter, and is read once', async () => {
  const { user, panel, server, address } = await open()

  await user.click(await panel.findByText('周野 提到你'))

  expect(address()).toBe(`/chat?archive=true&customerId=${mention.customer!.customerId}&seq=7`)
  await expect.poll(() => server.calls(noticeApi.read)).toEqual([{ body: { ids: [mention.id] } }])
})

test('a row of a customer out of sight says so and is no button', async () => {
  const { panel } = await open([hidden])

  expect((await panel.findByText('无权查看')).closest('button')).toBeNull()
})

test('a conversation back from 稍后处理 is done, or postponed again, from its row', async () => {
  const back = notice({ kind: 'postpone_due', text: '到了稍后处理的时间', customer: about('王女士') })
  const { user, panel, server, toasts } = await open([back])
  const { customerId } = back.customer!

  await user.click(await panel.findByRole('button', { name: '稍后' }))
  await expect.poll(() => toasts).toEqual(['success: 到时会话会回到列表顶部'])
  await user.dblClick(panel.getByRole('button', { name: '完成' }))

  await expect
    .poll(() => server.calls(customerApi.postpone).map(({ body }) => body))
    .toMatchObject([
      { customerId, until: expect.any(String) },
      { customerId, until: null },
    ])
})

const failed = sample(CustomerMessage, {
  chatId: 'failed01',
  seq: 7,
  status: MESSAGE_STATUS.failed,
  content: { type: 'text', text: '发您案例' },
})
const failure = notice({
  kind: 'send_failed',
  text: '平台繁忙，请稍后再试',
  subjectId: failed.id,
  customer: about('王女士'),
  seq: 7,
  canResend: true,
})

async function openFailure(part: Partial<AgentNotice> = {}) {
  const opened = await open([{ ...failure, ...part }])
  opened.server.answer(messageApi.list, { items: [failed], hasMoreBefore: true, hasMoreAfter: false })
  opened.server.answer(messageApi.send, sample(messageApi.send.data, { chatId: failed.chatId, status: 0 }))
  const sent = () => opened.server.calls(messageApi.send).map(({ body }) => body)
  return { ...opened, sent }
}

test('重发 sends the failed message again, once, and its notice goes', async () => {
  const { user, panel, server, sent, toasts } = await openFailure()
  const button = await panel.findByRole('button', { name: '重发' })
  server.answer(noticeApi.page, page([]))

  await user.dblClick(button)

  await expect.poll(() => toasts).toEqual(['success: 已重新提交发送'])
  const { chatId, content } = failed
  expect(sent()).toMatchObject([{ customerId: failure.customer!.customerId, chatId, content, retry: true }])
  expect(await panel.findByText('暂无通知')).toBeTruthy()
})

test('重发 of what the compliance check warns of is asked about first; a refusal is said and the notice stays', async () => {
  const { user, panel, server, sent, toasts } = await openFailure()
  const warning = { msg: '可能违反平台规则：最好，仍要发送？', data: { hits: [], canConfirm: true } }
  server.refuse(messageApi.send, 'compliance', warning)
  await user.click(await panel.findByRole('button', { name: '重发' }))
  await screen.findByText(warning.msg)
  server.refuse(messageApi.send, 'refused', { msg: '该渠道账号授权已失效' })
  await user.click(screen.getByRole('button', { name: '确认' }))

  await expect.poll(() => toasts).toEqual(['error: 该渠道账号授权已失效'])
  expect(sent().map(({ confirmWarn }) => confirmWarn)).toEqual([false, true])
  expect(panel.getByRole('button', { name: '重发' })).toBeTruthy()
})

test('what a colleague has sent again meanwhile is not sent twice', async () => {
  const { user, panel, server, sent, toasts } = await openFailure()
  const items = [{ ...failed, status: MESSAGE_STATUS.sent }]
  server.answer(messageApi.list, { items, hasMoreBefore: true, hasMoreAfter: false })

  await user.click(await panel.findByRole('button', { name: '重发' }))

  await expect.poll(() => toasts).toEqual(['success: 已重新提交发送'])
  expect(sent()).toEqual([])
})

test('查看会话 opens the message; an automatic one offers nothing else', async () => {
  const { user, panel, address } = await openFailure({ canResend: false })
  const button = await panel.findByRole('button', { name: '查看会话' })
  expect(panel.queryByRole('button', { name: '重发' })).toBeNull()

  await user.click(button)

  expect(address()).toBe(`/chat?archive=true&customerId=${failure.customer!.customerId}&seq=7`)
})

test('a reminder is done with one call, also by a double click, and postponed by the menu', async () => {
  const { user, panel, server, toasts } = await open()

  await user.dblClick(await panel.findByRole('button', { name: '完成' }))
  await expect.poll(() => server.calls(customerApi.removeReminder)).toEqual([{ query: { id: reminder.subjectId } }])

  await user.click(panel.getByRole('button', { name: '选择时间' }))
  await user.click(await screen.findByText('2 小时后'))
  await expect.poll(() => toasts).toEqual(['success: 到时会再次提醒'])
  const [sent] = server.calls(noticeApi.postpone)
  expect(sent?.body.id).toBe(reminder.id)
  expect(Math.abs(Date.parse(sent!.body.remindAt) - Date.now() - 2 * 3_600_000)).toBeLessThan(60_000)
})

test('a time of one’s own is needed to postpone by 自定义', async () => {
  const { user, panel, server } = await open()

  await user.click(await panel.findByRole('button', { name: '选择时间' }))
  await user.click(await screen.findByText('自定义'))
  await user.click(await screen.findByRole('button', { name: '确认' }))

  expect(await screen.findByText('请选择提醒时间')).toBeTruthy()
  expect(server.calls(noticeApi.postpone)).toEqual([])
})

test('a refused 完成 is said, and the row stays', async () => {
  const { user, panel, server, toasts } = await open()
  server.refuse(customerApi.removeReminder, 'notFound', { msg: '提醒不存在或已删除' })

  await user.click(await panel.findByRole('button', { name: '完成' }))

  await expect.poll(() => toasts).toEqual(['error: 提醒不存在或已删除'])
  expect(panel.getByText('发案例后回访')).toBeTruthy()
})

test('chips ask for their kind; 全部已读 reads all; Escape returns to the bell', async () => {
  const { user, panel, server, bell } = await open()
  await panel.findByText('王女士')

  await user.click(panel.getByRole('button', { name: /^提到我的/ }))
  await expect.poll(() => server.calls(noticeApi.page).at(-1)?.body).toMatchObject({ kind: 'mention' })
  await user.click(panel.getByRole('button', { name: '全部已读' }))
  await expect.poll(() => server.calls(noticeApi.read)).toEqual([{ body: { all: true, upTo: newest } }])
  await user.keyboard('{ArrowDown}')
  expect(document.activeElement?.textContent).toContain('王女士')
  await user.keyboard('{Escape}')

  await expect.poll(() => screen.queryByRole('complementary')).toBeNull()
  expect(document.activeElement).toBe(bell)
})

test('what another tab has read is read here', async () => {
  const { server, cache } = await open()
  server.answer(noticeApi.page, { ...page([]), unread: 0, counts: { ...counts, unread: 0 } })

  onNoticeEvent(cache, { type: 'notice_change', customerId: null, at: new Date().toISOString(), operatorId: null })

  await screen.findByRole('button', { name: '通知中心' })
  expect(await screen.findByText('暂无通知')).toBeTruthy()
})

test('after 查看更早 a closed panel refetches its first page alone', async () => {
  const { user, panel, server, cache, bell } = await open()
  server.answer(noticeApi.page, { ...page([reminder]), nextCursor: `1${'a'.repeat(32)}` })
  const changed = () =>
    onNoticeEvent(cache, { type: 'notice_change', customerId: null, at: new Date().toISOString(), operatorId: null })
  changed()
  const more = await panel.findByRole('button', { name: '查看更早' })
  server.answer(noticeApi.page, page([mention]))
  await user.click(more)
  await expect.poll(() => server.calls(noticeApi.page).at(-1)?.body.cursor).not.toBeNull()
  await user.click(bell)
  await expect.poll(() => screen.queryByRole('complementary')).toBeNull()
  const before = server.calls(noticeApi.page).length

  changed()

  await expect
    .poll(() =>
      server
        .calls(noticeApi.page)
        .slice(before)
        .map(({ body }) => body.cursor),
    )
    .toEqual([null])
})
