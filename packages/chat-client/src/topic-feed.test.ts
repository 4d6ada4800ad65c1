import type { ChatLog } from '@ruwu/contract'
import { expect, test } from 'vitest'
import { MessageLog } from './message-log.ts'
import { aMessage } from './testing/a-message.ts'
import { TopicFeed } from './topic-feed.ts'

const item = (seq: number): ChatLog => {
  const { chatId, topicId, senderId, content, createdAt, updatedAt } = aMessage({ seq })
  return { id: chatId, topicId, seq, senderId, content, createdAt, updatedAt, read: false, recall: false }
}

/** A feed over a server that has the messages up to `newest`, visible above `startSeq`. */
function feedOver({ newest, startSeq = 0, held = [] }: { newest: number; startSeq?: number; held?: number[] }) {
  const log = new MessageLog()
  log.restore(held.map((seq) => aMessage({ seq })))
  const appended: number[] = []
  const asked: [number | undefined, number][] = []
  const server = { newest, isDown: false }
  const feed = new TopicFeed({
    topicId: 'u1:u2',
    me: 'u1',
    log,
    fetchPage: async (lastSeq, limit) => {
      asked.push([lastSeq, limit])
      if (server.isDown) throw new Error('down')
      const items: ChatLog[] = []
      for (let seq = lastSeq ?? server.newest; seq > startSeq && items.length < limit; seq -= 1) items.push(item(seq))
      const oldest = items.at(-1)?.seq ?? 0
      return { topicId: 'u1:u2', hasMore: oldest > startSeq + 1, updatedAt: '', lastSeq: oldest, items }
    },
    onAppended: ({ message }) => appended.push(message.seq),
    onChanged: () => undefined,
  })
  const push = (...seqs: number[]) => seqs.forEach((seq) => feed.receive(aMessage({ seq })))
  const run = () => [log.floor, log.top]
  return { feed, log, appended, asked, server, push, run }
}

test.each([
  ['in order', [11, 12, 13], [11, 12, 13]],
  ['twice', [11, 11, 12, 11], [11, 12]],
  ['late', [12, 11, 13], [11, 12, 13]],
  ['long known', [3, 11], [11]],
])('messages that come %s are told once and in order', (_, pushed, told) => {
  const { push, appended } = feedOver({ newest: 13, held: [9, 10] })

  push(...pushed)

  expect(appended).toEqual(told)
})

test('the first message seen of a topic may have any number', () => {
  const { push, run, feed } = feedOver({ newest: 57 })

  push(57)

  expect(run()).toEqual([57, 57])
  expect(feed.isBehind).toBe(false)
})

test('a gap is fetched before what lies behind it is told', async () => {
  const { feed, push, appended, asked } = feedOver({ newest: 14, held: [10] })

  push(13, 14)
  expect(appended).toEqual([])
  await feed.fill()

  expect(appended).toEqual([11, 12, 13, 14])
  expect(asked).toEqual([[12, 100]])
})

test('a higher number of the server’s is fetched from the newest down, in pages of 100', async () => {
  const { feed, appended, asked } = feedOver({ newest: 260, held: [10] })

  feed.expectUpTo(260)
  await feed.fill()

  expect(appended).toHaveLength(250)
  expect(asked).toEqual([
    [undefined, 100],
    [160, 100],
    [60, 100],
  ])
})

test('pushes during a fetch take their place behind it', async () => {
  const { feed, push, appended, server } = feedOver({ newest: 12, held: [10] })
  push(12)

  const filling = feed.fill()
  server.newest = 13
  push(13)
  await filling

  expect(appended).toEqual([11, 12, 13])
})

test('a failed fetch loses nothing and can be tried again', async () => {
  const { feed, push, appended, server } = feedOver({ newest: 12, held: [10] })
  push(12)
  server.isDown = true
  await expect(feed.fill()).rejects.toThrow('down')

  server.isDown = false
  await feed.fill()

  expect(appended).toEqual([11, 12])
})

test('a gap that is too large is not fetched: the feed restarts at the newest messages', async () => {
  const { feed, log } = feedOver({ newest: 5000, held: [10] })

  feed.expectUpTo(5000)
  await feed.fill()

  expect([log.floor, log.top, log.at(10)]).toEqual([4001, 5000, undefined])
})

test('a history that begins later than what is held begins there', async () => {
  const { feed, push, run } = feedOver({ newest: 22, startSeq: 20, held: [9, 10] })

  push(22)
  await feed.fill()

  expect(run()).toEqual([21, 22])
})

test('joining again forgets what was before', () => {
  const { feed, run } = feedOver({ newest: 11, held: [9, 10] })

  feed.receive(aMessage({ seq: 11, content: { type: 'topic.join', text: '', unreadable: true } }))

  expect(run()).toEqual([11, 11])
})

test('pages go back to the beginning, and what is held is not asked again', async () => {
  const { feed, asked } = feedOver({ newest: 120 })
  const sizes: number[] = []
  let before: number | undefined

  for (;;) {
    const { messages, hasMore } = await feed.page(50, before)
    sizes.push(messages.length)
    before = messages[0]!.seq
    if (!hasMore) break
  }
  await feed.page(50, 71)

  expect(sizes).toEqual([50, 50, 20])
  expect(asked).toEqual([
    [undefined, 50],
    [70, 50],
    [20, 50],
  ])
})

test('an empty topic has an empty page and goes on with its first message', async () => {
  const { feed, push, appended } = feedOver({ newest: 0 })

  expect(await feed.page(50)).toEqual({ messages: [], hasMore: false })
  push(1)

  expect(appended).toEqual([1])
})
