import { CustomerDetail, CustomerMessage, MESSAGE_STATUS, messageApi } from '@ruwu/contract'
import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { createFakeServer } from '../../../../testing/fake-server.ts'
import { me, renderConsole } from '../../../../testing/render.tsx'
import { sample } from '../../../../testing/sample.ts'
import { LogContext, type LogContextValue } from '../message-log/log-context.ts'
import { threadStore } from '../thread-store.ts'
import { Bubble } from './bubble.tsx'
import { bodyOf } from './message-body.ts'
import { lineOfMessage } from './message-line.ts'

const context = {
  customer: sample(CustomerDetail, { source: 'redbook' }),
  meId: me.id,
  agents: new Map(),
  timeZone: 'Asia/Shanghai',
  keyword: '',
  canReply: true,
} as unknown as LogContextValue

async function show(part: Partial<CustomerMessage>, isFirst = true, server = createFakeServer()) {
  const message = sample(CustomerMessage, {
    content: { type: 'text', text: '想定做衣柜' },
    createdAt: '2026-03-16T02:05:00.000Z',
    status: MESSAGE_STATUS.sent,
    read: false,
    ...part,
  })
  const line = lineOfMessage(message, me.id, context.agents)
  const body = bodyOf(line.content, 'redbook')
  const page = renderConsole(
    <LogContext value={context}>
      <Bubble line={line} body={body} isFirst={isFirst} isPointed={false} menu={null} />
    </LogContext>,
    { server },
  )
  await screen.findByText('想定做衣柜')
  return page
}

const mine = { senderId: me.id, senderKind: 'human' } as const

test.each([
  ['the first of a customer’s bubbles shows its time', { senderId: 'x', senderKind: 'customer' }, true, 1],
  ['the next one of the group does not', { senderId: 'x', senderKind: 'customer' }, false, 0],
  ['the first of one’s own bubbles shows its time', mine, true, 1],
] as const)('%s', async (_which, part, isFirst, times) => {
  await show(part, isFirst)

  expect(screen.queryAllByText('10:05')).toHaveLength(times)
})

test('what is tried again says when, and offers nothing to do', async () => {
  const retry = { at: '2026-03-16T02:05:25.000Z', msg: '平台繁忙，正在自动重试' }
  await show({ ...mine, status: MESSAGE_STATUS.pending, retry })

  expect(screen.getByText(/平台繁忙，正在自动重试.*10:05:25/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: '重发' })).toBeNull()
})

test.each([
  ['with its reason', '平台繁忙，自动重试未成功，请稍后重发', '发送失败：平台繁忙，自动重试未成功，请稍后重发'],
  ['without a reason', '', '发送失败：未知原因'],
])('what failed for good says so once, %s, and can be sent again', async (_how, failMsg, shown) => {
  await show({ ...mine, status: MESSAGE_STATUS.failed, failMsg })

  expect(screen.getByText(shown)).toBeTruthy()
  expect(screen.getByRole('button', { name: '重发' })).toBeTruthy()
})

test('a quoted message further up than the page is read and gone to; recalled, its words are gone', async () => {
  const { customerId } = context.customer
  const quoted = sample(CustomerMessage, {
    seq: 3,
    chatId: 'chat-old',
    senderName: '王女士',
    senderKind: 'customer',
    content: { type: 'text', text: '预算八万' },
  })
  const server = createFakeServer()
  const page = { items: [sample(CustomerMessage, { seq: 90 })], quotes: [quoted] }
  server.answer(messageApi.list, { ...page, hasMoreBefore: true, hasMoreAfter: false })
  await threadStore.open(customerId)
  const goTo = vi.fn()
  context.goTo = goTo
  const { user } = await show(
    { ...mine, content: { type: 'text', text: '想定做衣柜', reply: 'chat-old' } },
    true,
    server,
  )

  await user.click(screen.getByRole('button', { name: /王女士：预算八万/ }))
  expect(goTo).toHaveBeenCalledWith(3)

  const { id: messageId, chatId, updatedAt: at } = quoted
  const recall = { type: 'message_change', messageId, chatId, at, status: 1, read: false, recall: true } as const
  threadStore.apply({ ...recall, customerId, content: { type: 'recalled' } } as never)
  expect(await screen.findByText(/王女士：对方撤回了一条消息/)).toBeTruthy()
  expect(screen.queryByText(/预算八万/)).toBeNull()
})
