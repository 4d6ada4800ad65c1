import { expect, test } from 'vitest'
import { aLine, aMessage, changeOf, failureOf, ours, readUpTo, second } from './testing/a-message.ts'
import {
  countNewer,
  findQuoted,
  isStartPurged,
  withBreak,
  withChange,
  withMessage,
  withPage,
} from './thread-messages.ts'
import { withAnswer, withFailure, withoutPending, withPending } from './thread-pending.ts'
import { CHANGES_MAX, freshThread, type ThreadState } from './thread-state.ts'

const seqs = ({ messages }: ThreadState) => messages.map(({ seq }) => seq)
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => aMessage(from + at))
const newest = (from: number, to: number) =>
  ({ kind: 'around', items: range(from, to), hasMoreBefore: from > 1, hasMoreAfter: false }) as const
const around = (from: number, to: number) => ({ ...newest(from, to), hasMoreAfter: true })

const opened = withPage(freshThread(), newest(8, 10))

test('a message comes at the end, once', () => {
  const state = withMessage(withMessage(opened, aMessage(11)), aMessage(11))

  expect(seqs(state)).toEqual([8, 9, 10, 11])
  expect(state.hasMoreAfter).toBe(false)
})

test('what came before the first page stands behind it', () => {
  const state = withPage(withMessage(freshThread(), aMessage(11)), newest(8, 10))

  expect(seqs(state)).toEqual([8, 9, 10, 11])
})

test('older messages stand before', () => {
  const page = { kind: 'older', beforeSeq: 8, items: range(5, 7), hasMoreBefore: true, hasMoreAfter: true } as const
  const first = { ...page, beforeSeq: 5, items: range(1, 4), hasMoreBefore: false }

  expect(seqs(withPage(opened, page))).toEqual([5, 6, 7, 8, 9, 10])
  expect(withPage(withPage(opened, page), first)).toMatchObject({ hasMoreBefore: false, hasMoreAfter: false })
})

test('messages that 数据保留 deleted go with the page that shows where the thread begins now', () => {
  const whole = withPage(freshThread(), newest(1, 10))
  const left = { ...newest(5, 10), hasMoreBefore: false }
  const nothingBefore = { kind: 'older', beforeSeq: 8, items: [], hasMoreBefore: false, hasMoreAfter: true } as const

  expect(isStartPurged(whole)).toBe(false)
  expect(seqs(withPage(withBreak(whole), left))).toEqual([5, 6, 7, 8, 9, 10])
  expect(isStartPurged(withPage(withBreak(whole), left))).toBe(true)
  expect(isStartPurged(opened)).toBe(false)
  expect(isStartPurged(withPage(opened, nothingBefore))).toBe(true)
})

test('after a jump what comes is only counted until the gap is closed', () => {
  const jumped = withPage(opened, around(2, 4))
  const heard = withMessage(withMessage(jumped, aMessage(11)), aLine(12))
  const more = { kind: 'newer', afterSeq: 4, items: range(5, 7), hasMoreBefore: true, hasMoreAfter: true } as const

  expect(seqs(heard)).toEqual([2, 3, 4])
  expect(countNewer(jumped)).toBe(0)
  expect(countNewer(heard)).toBe(2)
  // What was loaded before the jump follows without being asked for again.
  expect(seqs(withPage(heard, more))).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])
})

test('an answer about a piece that is no longer there says nothing', () => {
  const jumped = withPage(withPage(freshThread(), newest(28, 30)), around(2, 4))
  const late = { kind: 'older', beforeSeq: 28, items: range(25, 27), hasMoreBefore: true, hasMoreAfter: true } as const

  expect(seqs(withPage(jumped, late))).toEqual([2, 3, 4])
})

test('after a lost connection a gap is possible until a page says otherwise', () => {
  const back = withMessage(withBreak(opened), aMessage(13))
  const page = { kind: 'newer', afterSeq: 10, items: range(11, 12), hasMoreBefore: true, hasMoreAfter: false } as const

  expect(seqs(back)).toEqual([8, 9, 10])
  expect(withPage(back, page)).toMatchObject({ hasMoreAfter: false })
  expect(seqs(withPage(back, page))).toEqual([8, 9, 10, 11, 12, 13])
})

const sending = withMessage(opened, ours(11, { status: 0 }))

test('sent is final', () => {
  const sent = withChange(sending, changeOf(ours(11), { at: second(20) }))

  expect(sent.messages.at(-1)?.status).toBe(1)
  expect(withChange(sent, failureOf(ours(11), second(21))).messages.at(-1)?.status).toBe(1)
  expect(withMessage(sent, ours(11, { status: 0 })).messages.at(-1)?.status).toBe(1)
})

test('what failed says why, until it is sent after all', () => {
  const failed = withChange(sending, failureOf(ours(11), second(20)))
  const sent = withChange(failed, changeOf(ours(11), { at: second(30) }))

  expect(failed.messages.at(-1)).toMatchObject({ status: 2, failKind: 'busy', failMsg: '平台繁忙，请稍后再试' })
  expect(sent.messages.at(-1)).not.toHaveProperty('failMsg')
})

test('a next attempt is told while the message is pending, and forgotten with its result', () => {
  const retry = { at: second(25), msg: '平台繁忙，正在自动重试' }
  const waiting = withChange(sending, changeOf(ours(11, { status: 0 }), { at: second(20), retry }))

  expect(waiting.messages.at(-1)).toMatchObject({ status: 0, retry })
  expect(withChange(waiting, changeOf(ours(11), { at: second(30) })).messages.at(-1)).not.toHaveProperty('retry')
  expect(withChange(waiting, failureOf(ours(11), second(30))).messages.at(-1)).not.toHaveProperty('retry')
})

test('a change that comes late does not undo a later one', () => {
  const retried = withChange(
    withChange(sending, failureOf(ours(11), second(20))),
    changeOf(ours(11, { status: 0 }), { at: second(30) }),
  )

  expect(withChange(retried, failureOf(ours(11), second(20))).messages.at(-1)?.status).toBe(0)
})

test('what was recalled stays recalled', () => {
  const recalled = withChange(
    opened,
    changeOf(aMessage(9), { at: second(20), recall: true, content: { type: 'recalled' } }),
  )

  expect(recalled.messages[1]).toMatchObject({ recall: true, content: { type: 'recalled' } })
  expect(withPage(recalled, newest(8, 10)).messages[1]).toMatchObject({ recall: true, content: { type: 'recalled' } })
})

test('what is quoted from outside of the range is known, and its recall too', () => {
  const quoting = withPage(opened, { ...newest(8, 10), quotes: [aMessage(2)] })
  expect(findQuoted(quoting, 'chat-2')?.content.text).toBe('第2句')
  expect(seqs(quoting)).toEqual([8, 9, 10])
  expect(findQuoted(quoting, 'chat-9')?.seq).toBe(9)
  expect(findQuoted(quoting, 'chat-3')).toBeUndefined()

  const recall = changeOf(aMessage(2), { at: second(20), recall: true, content: { type: 'recalled' } })
  expect(findQuoted(withChange(quoting, recall), 'chat-2')?.content).toEqual({ type: 'recalled' })
  const asked = withPage(withChange(quoting, recall), { ...newest(8, 10), quotes: [aMessage(2)] })
  expect(findQuoted(asked, 'chat-2')?.content).toEqual({ type: 'recalled' })
  expect(asked.quotes).toHaveLength(1)
})

test('the customer reads what has arrived of ours', () => {
  const state = [ours(11), ours(12, { status: 2 }), aMessage(13), ours(14)].reduce(withMessage, opened)
  const read = withChange(state, readUpTo(13, second(60)))

  expect(read.messages.filter((message) => message.read).map(({ seq }) => seq)).toEqual([11])
})

test('changes of messages that are not loaded wait for them', () => {
  const heard = withChange(withChange(opened, failureOf(ours(5), second(20))), readUpTo(7, second(30)))
  const items = [ours(5, { status: 0 }), ours(6), aMessage(7)]
  const state = withPage(heard, { kind: 'older', beforeSeq: 8, items, hasMoreBefore: true, hasMoreAfter: true })

  expect(state.messages.map(({ status, read }) => [status, read]).slice(0, 3)).toEqual([
    [2, false],
    [1, true],
    [1, false],
  ])
})

test('changes are not remembered for ever', () => {
  let state = opened
  for (let seq = 100; seq <= 100 + CHANGES_MAX; seq += 1) state = withChange(state, failureOf(ours(seq)))

  expect(state.changes.size).toBe(CHANGES_MAX)
  expect(state.changes.has(ours(100).id)).toBe(false)
})

const text = { type: 'text', text: '您好' }
const pending = withPending(opened, { chatId: 'p1', content: text, createdAt: second(10) })
const me = { topicId: 'topic', senderId: 'lin', senderName: '林小满' }
const answer = {
  id: ours(11).id,
  chatId: 'p1',
  seq: 11,
  createdAt: second(11),
  status: 0 as const,
  quota: { left: null, max: null, closesAt: null, ruleId: null },
}

test('an answered message is one of the thread', () => {
  const state = withAnswer(pending, answer, me)

  expect(state.pending).toEqual([])
  expect(state.messages.at(-1)).toMatchObject({ seq: 11, chatId: 'p1', content: text, senderName: '林小满', status: 0 })
})

test('the event may come before the answer', () => {
  const told = withMessage(pending, ours(11, { chatId: 'p1', status: 1 }))

  expect(told.pending).toEqual([])
  expect(withAnswer(told, answer, me)).toBe(told)
})

test('a message fails, sets out again under its name, and may be thrown away', () => {
  const failed = withFailure(pending, 'p1', '发送超时')
  const again = withPending(failed, { chatId: 'p1', content: text, createdAt: second(90), retry: true })

  expect(failed.pending).toMatchObject([{ state: 'failed', reason: '发送超时', retry: false }])
  expect(again.pending).toMatchObject([{ state: 'sending', reason: '', retry: true, createdAt: second(10) }])
  expect(withoutPending(failed, 'p1').pending).toEqual([])
  expect(withFailure(opened, 'p1', '发送超时')).toBe(opened)
})

test('what the thread holds is not on its way again', () => {
  const state = withMessage(opened, ours(11, { chatId: 'p1', status: 2 }))

  expect(withPending(state, { chatId: 'p1', content: text, createdAt: second(90), retry: true })).toBe(state)
})

test('a verdict on an answer of the AI is kept', () => {
  const feedback = { rating: 'bad', reason: '内容错误', correctedText: null } as const
  const judged = withMessage(opened, aMessage(9, { feedback }))

  expect(judged.messages[1]?.feedback).toEqual(feedback)
  expect(withMessage(judged, aMessage(9)).messages[1]?.feedback).toEqual(feedback)
})

test('a verdict comes with an event too, and a later one takes its place', () => {
  const feedback = { rating: 'bad', reason: '内容错误', correctedText: null } as const
  const none = { rating: 'none', reason: null, correctedText: null } as const
  const judged = withChange(opened, changeOf(aMessage(9), { at: second(100), feedback }))

  expect(judged.messages[1]?.feedback).toEqual(feedback)
  expect(withChange(judged, changeOf(aMessage(9), { at: second(101), feedback: none })).messages[1]?.feedback).toEqual(
    none,
  )
  expect(withChange(judged, changeOf(aMessage(9), { at: second(99), feedback: none })).messages[1]?.feedback).toEqual(
    feedback,
  )
})
