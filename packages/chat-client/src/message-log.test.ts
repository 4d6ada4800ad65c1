import { expect, test } from 'vitest'
import { withControl } from './control.ts'
import type { Message } from './message.ts'
import { bucketOf, MessageLog } from './message-log.ts'
import { aMessage } from './testing/a-message.ts'

const logOf = (...seqs: number[]) => {
  const log = new MessageLog()
  log.restore(seqs.map((seq) => aMessage({ seq })))
  return log
}
const seqsOf = (messages: readonly Message[]) => messages.map((message) => message.seq)

test.each([
  [1, 0],
  [50, 0],
  [51, 1],
  [100, 1],
  [101, 2],
])('message %i lies in bucket %i of 50', (seq, bucket) => {
  expect(bucketOf(seq)).toBe(bucket)
})

test.each([
  [
    [1, 2, 3],
    [1, 2, 3],
  ],
  [
    [1, 2, 5, 6],
    [5, 6],
  ],
  [
    [9, 7, 8],
    [7, 8, 9],
  ],
  [[4], [4]],
  [[], []],
])('of stored %j only the newest run %j is taken', (stored, run) => {
  expect(seqsOf(logOf(...stored).run())).toEqual(run)
})

test('a stored bucket that is not taken is written anew', () => {
  expect([...logOf(1, 60, 61).dirtyBuckets]).toEqual([0])
})

test('only the buckets that changed are to be written', () => {
  const log = logOf(49, 50)

  log.append(aMessage({ seq: 51 }))

  expect([...log.dirtyBuckets]).toEqual([1])
  expect(seqsOf(log.bucket(1))).toEqual([51])
})

test('what is on its way out comes last, the acknowledged before the pending, in the order of sending', () => {
  const log = logOf(1, 2)
  log.addOutgoing(aMessage({ seq: 0, chatId: 'late', status: 'pending', createdAt: '2026-01-01T00:00:09.000Z' }))
  log.addOutgoing(aMessage({ seq: 0, chatId: 'early', status: 'pending', createdAt: '2026-01-01T00:00:03.000Z' }))
  log.addOutgoing(aMessage({ seq: 4, chatId: 'acknowledged' }))

  expect(log.list().map((message) => message.chatId)).toEqual(['c1', 'c2', 'acknowledged', 'early', 'late'])
})

test('an echo replaces what was on its way out', () => {
  const log = logOf(1)
  log.addOutgoing(aMessage({ seq: 0, chatId: 'mine', status: 'pending' }))

  log.append(aMessage({ seq: 2, chatId: 'mine' }))

  expect(log.list().map(({ chatId, status }) => [chatId, status])).toEqual([
    ['c1', 'sent'],
    ['mine', 'sent'],
  ])
})

test('a recall in the run leaves alone what is on its way out', () => {
  const log = logOf(7)
  log.addOutgoing(aMessage({ seq: 0, chatId: 'mine', status: 'pending', asOf: 0 }))

  const changed = log.append(aMessage({ seq: 8, content: { type: 'recall', text: 'mine' } }))

  expect(changed).toBeUndefined()
  expect(log.find('mine')).toMatchObject({ status: 'pending', recall: false, content: { type: 'text' } })
})

test('older messages join only where they touch the run', () => {
  const log = logOf(10)

  log.prepend([5, 6, 8, 9].map((seq) => aMessage({ seq })))

  expect(seqsOf(log.run())).toEqual([8, 9, 10])
})

test('an older copy of a message changes nothing, a newer one does', () => {
  const log = logOf(1, 2)
  log.refresh(aMessage({ seq: 2, asOf: 1, content: { type: 'text', text: 'older' } }))
  log.refresh(aMessage({ seq: 1, asOf: 2, content: { type: 'text', text: 'newer' } }))

  expect(log.run().map(({ content }) => content.text)).toEqual(['newer', 'hello 2'])
})

test('clearing up to a number keeps what lies above', () => {
  const log = logOf(1, 2, 3, 4)

  log.trim(2)

  expect(seqsOf(log.run())).toEqual([3, 4])
  expect(log.hasStart).toBe(true)
  expect(log.find('c1')).toBeUndefined()
})

const recall = (change: Partial<Message> = {}) =>
  aMessage({ seq: 9, content: { type: 'recall', text: 'c1' }, ...change })
const extra = (change: Partial<Message> = {}) =>
  aMessage({ seq: 9, content: { type: 'update.extra', text: 'c1', extra: { k: 'v' } }, ...change })

test.each([
  ['the sender recalls within 120 s', {}, recall({ createdAt: '2026-01-01T00:01:59.999Z' }), true],
  ['it is too late', {}, recall({ createdAt: '2026-01-01T00:02:00.000Z' }), false],
  ['somebody else recalls', {}, recall({ senderId: 'u2' }), false],
  ['the copy already contains what came later', { asOf: 9 }, recall(), false],
])('a recall when %s', (_, target, control, isRecalled) => {
  const after = withControl(aMessage({ seq: 1, createdAt: '2026-01-01T00:00:00.000Z', ...target }), control)

  expect(after.recall).toBe(isRecalled)
  expect(after.content.type).toBe(isRecalled ? 'recalled' : 'text')
})

test.each([
  ['the sender changes it', {}, extra(), { k: 'v' }],
  ['somebody else does', {}, extra({ senderId: 'u2' }), undefined],
  ['it was recalled', { recall: true }, extra(), undefined],
  ['a later change is already there', { asOf: 12 }, extra(), undefined],
])('extra when %s', (_, target, control, expected) => {
  expect(withControl(aMessage({ seq: 1, ...target }), control).content.extra).toEqual(expected)
})
