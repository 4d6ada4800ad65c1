import type { CustomerMessage } from '@ruwu/contract'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { aLine, aMessage, ours, second } from './testing/a-message.ts'
import { type ThreadPage, withMessage, withPage } from './thread-messages.ts'
import { withPending } from './thread-pending.ts'
import type { ThreadRow } from './thread-row.ts'
import { threadRows } from './thread-rows.ts'
import { freshThread, withNewSince } from './thread-state.ts'

const ZONE = 'Asia/Shanghai'
const NOW = new Date(second(3600))
const minutes = (no: number) => second(no * 60)

const threadOf = (...items: CustomerMessage[]) =>
  withPage(freshThread(), { kind: 'around', items, hasMoreBefore: false, hasMoreAfter: false } satisfies ThreadPage)

/** `[` begins a group, `]` ends one. */
const drawn = (rows: ThreadRow[]) =>
  rows
    .map((row) => {
      switch (row.kind) {
        case 'day':
          return row.text
        case 'new':
          return '以下为新消息'
        case 'line':
          return `-${row.message.seq}-`
        case 'message':
          return `${row.isFirst ? '[' : ''}${row.message.seq}${row.isLast ? ']' : ''}`
        case 'pending':
          return `${row.isFirst ? '[' : ''}${row.key}${row.isLast ? ']' : ''}`
      }
    })
    .join(' ')

const at = (createdAt: string) => ({ createdAt, updatedAt: createdAt })

test.each<[string, CustomerMessage[], string]>([
  ['nothing', [], ''],
  [
    'one sender within three minutes stands together',
    [aMessage(1, at(minutes(0))), aMessage(2, at(minutes(3))), aMessage(3, at(minutes(6.1)))],
    '今天 [1 2] [3]',
  ],
  ['another sender begins anew', [aMessage(1), ours(2), ours(3), aMessage(4)], '今天 [1] [2 3] [4]'],
  [
    'two people of ours are two',
    [ours(1), ours(2, { senderId: 'wei' }), ours(3, { senderId: 'ai', senderKind: 'ai' })],
    '今天 [1] [2] [3]',
  ],
  ['a line parts', [aMessage(1), aLine(2), aMessage(3)], '今天 [1] -2- [3]'],
  [
    'what was recalled is a line',
    [ours(1), ours(2, { recall: true, content: { type: 'recalled' } }), ours(3)],
    '今天 [1] -2- [3]',
  ],
  [
    'a note stands alone',
    [ours(1), ours(2, { content: { type: 'note', text: '内部', extra: { noteId: 'n' }, unreadable: true } }), ours(3)],
    '今天 [1] [2] [3]',
  ],
  [
    'a note that was taken away, and a command, are not drawn',
    [
      aMessage(1),
      ours(2, { content: { type: 'note', text: '', extra: { noteId: 'n', removed: 'true' }, unreadable: true } }),
      ours(3, { content: { type: 'recall', text: 'chat-1', unreadable: true } }),
      aMessage(4),
    ],
    '今天 [1 4]',
  ],
  [
    'days by the enterprise’s clock',
    [
      aMessage(1, at('2025-12-31T15:59:00.000Z')),
      aMessage(2, at('2025-12-31T16:00:00.000Z')),
      aMessage(3, at('2026-03-15T15:59:59.000Z')),
      aMessage(4, at('2026-03-15T16:00:00.000Z')),
    ],
    '2025-12-31 [1] 01-01 [2] 昨天 [3] 今天 [4]',
  ],
])('%s', (_name, messages, expected) => {
  expect(drawn(threadRows(threadOf(...messages), NOW, ZONE))).toBe(expected)
})

test('the line of new messages stands before the first of them and parts a group', () => {
  const state = withNewSince(threadOf(aMessage(1), aMessage(2), aMessage(3)), 1)

  expect(drawn(threadRows(state, NOW, ZONE))).toBe('今天 [1] 以下为新消息 [2 3]')
  expect(drawn(threadRows(withNewSince(state, 3), NOW, ZONE))).toBe('今天 [1 2 3]')
  expect(drawn(threadRows(withNewSince(state, 0), NOW, ZONE))).toBe('今天 以下为新消息 [1 2 3]')
})

test('what is on its way stands at the end, together with what one has just said', () => {
  const sent = { content: { type: 'text', text: '好' }, createdAt: second(60) }
  const state = withPending(withPending(threadOf(ours(1)), { ...sent, chatId: 'p1' }), { ...sent, chatId: 'p2' })

  expect(drawn(threadRows(state, NOW, ZONE, 'lin'))).toBe('今天 [1 p1 p2]')
  expect(drawn(threadRows(state, NOW, ZONE, 'wei'))).toBe('今天 [1] [p1 p2]')
  expect(drawn(threadRows({ ...state, hasMoreAfter: true }, NOW, ZONE, 'lin'))).toBe('今天 [1]')
})

test('a message keeps the key it had while it was on its way', () => {
  const pending = withPending(threadOf(), { chatId: 'p1', content: { type: 'text' }, createdAt: second(1) })
  const sent = withMessage(pending, ours(1, { chatId: 'p1' }))

  expect(threadRows(pending, NOW, ZONE).at(-1)?.key).toBe('p1')
  expect(threadRows(sent, NOW, ZONE).at(-1)?.key).toBe('p1')
})

test('only the rows around a new message are new', () => {
  const state = threadOf(aMessage(1), ours(2), ours(3))
  const before = threadRows(state, NOW, ZONE)
  const after = threadRows(withMessage(state, ours(4)), NOW, ZONE)

  expect(before.slice(1).map((row, index) => row === after[index + 1])).toEqual([true, true, false])
})

test.each([
  [180_000, '今天 [1 2]'],
  [180_001, '今天 [1] [2]'],
])('messages of one sender %d ms apart are drawn as %s', (gapMs, expected) => {
  const later = new Date(Date.parse(minutes(0)) + gapMs).toISOString()

  expect(drawn(threadRows(threadOf(aMessage(1, at(minutes(0))), aMessage(2, at(later))), NOW, ZONE))).toBe(expected)
})

const kinds: ((seq: number) => CustomerMessage)[] = [
  (seq) => aMessage(seq, at(minutes(seq * 2))),
  (seq) => ours(seq, at(minutes(seq * 2))),
  (seq) => aLine(seq),
  (seq) => ours(seq, { content: { type: 'recall', text: '', unreadable: true } }),
  (seq) => aMessage(seq, at(minutes(seq * 300))),
]
const thread = fc.array(fc.tuple(fc.nat(kinds.length - 1), fc.boolean()), { maxLength: 12 })

const pendingOf = (count: number) =>
  Array.from({ length: count }, (_, no) => ({ chatId: `p${no}`, content: { type: 'text' }, createdAt: minutes(30) }))

test('taking over rows of the last drawing draws the same as beginning anew', () => {
  const messages = Array.from({ length: 12 }, (_, index) => kinds.map((make) => make(index + 1)))
  const some = fc.tuple(thread, fc.nat(2))

  fc.assert(
    fc.property(fc.array(some, { minLength: 2, maxLength: 6 }), (threads) => {
      for (const [picks, count] of threads) {
        const items = picks.flatMap(([kind, isThere], index) => (isThere ? (messages[index]?.[kind] ?? []) : []))
        const state = pendingOf(count).reduce(withPending, { ...threadOf(), messages: items })
        const again = threadRows(state, NOW, ZONE, 'lin')
        threadRows(state, NOW, 'UTC', 'lin')

        expect(again).toEqual(threadRows(state, NOW, ZONE, 'lin'))
        threadRows(state, NOW, ZONE, 'lin')
      }
    }),
    { numRuns: 200 },
  )
})
