import { CLOSE } from '@ruwu/contract'
import { expect, test } from 'vitest'
import { MAX_FRAMES_PER_SECOND, MAX_SOCKETS_PER_USER } from '../socket/socket-server.ts'
import { chatWorld, historyOf } from '../../testing/chat-world.ts'
import { MAX_CONTENT_BYTES } from './content.ts'
import { SEND_BURST, SENDS_PER_SECOND } from './pace.ts'

test('a burst is taken whole, what goes beyond is refused as too fast, and the allowance comes back', async () => {
  const {
    people: [u1, u2],
    clock,
  } = await chatWorld('u1', 'u2')
  const [mine, other] = [await u1.connect(), await u2.connect()]
  const say = async (count: number) => {
    const acks = await Promise.all(Array.from({ length: count }, () => mine.say('u1:u2', 'x')))
    return acks.map((ack) => ack.code)
  }

  expect(SEND_BURST).toBeGreaterThanOrEqual(20)
  expect(await say(SEND_BURST)).toEqual(Array.from({ length: SEND_BURST }, () => 200))
  expect(await say(3)).toEqual([429, 429, 429])
  expect(await u1.refused('/api/chat/send/u1:u2', { content: { type: 'text', text: 'x' } })).toEqual([429, 'too fast'])
  // The limit applies to the sender's messages only: other senders and other requests pass.
  expect((await other.say('u2:u1', 'y')).code).toBe(200)
  expect(await u1.ok('/api/chat/read/u1:u2')).toBe(true)
  clock.advance(1000)
  expect(await say(SENDS_PER_SECOND + 1)).toEqual([...Array.from({ length: SENDS_PER_SECOND }, () => 200), 429])
  expect(await u1.ok('/api/chat/sync/u1:u2')).toMatchObject({ items: { length: 50 }, hasMore: true })
  expect((await historyOf(u1, 'u1:u2'))[0]!.seq).toBe(SEND_BURST + SENDS_PER_SECOND + 1)
})

test('the pace is a user’s, over all sockets and routes', async () => {
  const {
    people: [u1],
  } = await chatWorld('u1', 'u2')
  const sockets = [await u1.connect(), await u1.connect()]

  const acks = await Promise.all(
    Array.from({ length: SEND_BURST + 10 }, (_, n) => sockets[n % 2]!.say('u1:u2', `m${n}`)),
  )

  expect(acks.filter((ack) => ack.code === 200)).toHaveLength(SEND_BURST)
})

test('a socket that floods is closed with its reason; the user’s others and everybody else go on', async () => {
  const {
    people: [u1, u2],
  } = await chatWorld('u1', 'u2')
  const [flooding, mine, other] = [await u1.connect(), await u1.connect(), await u2.connect()]

  // Twice the limit, because the frames may fall into two one-second windows.
  for (let n = 0; n < 2 * MAX_FRAMES_PER_SECOND + 10; n += 1) flooding.wire.send({ type: 'nop' })

  expect(await flooding.wire.whenClosed()).toEqual(CLOSE.tooMany)
  expect((await mine.say('u1:u2', '还在')).code).toBe(200)
  expect(await other.nextChat()).toMatchObject({ content: { text: '还在' } })
  expect((await (await u1.connect()).say('u1:u2', '又来')).code).toBe(200)
})

test('a message too large is refused by code, over the socket and HTTP, and the socket stays', async () => {
  const {
    people: [u1],
  } = await chatWorld('u1', 'u2')
  const socket = await u1.connect()
  const tooLarge = { type: 'text', text: 'x'.repeat(MAX_CONTENT_BYTES) }
  const fits = { type: 'text', text: '好'.repeat(MAX_CONTENT_BYTES / 3 - 100) }

  expect(await socket.chat('u1:u2', tooLarge)).toMatchObject({ code: 413, message: 'content too large' })
  expect(await u1.refused('/api/chat/send/u1:u2', { content: tooLarge })).toEqual([413, 'content too large'])
  expect((await u1.refused('/api/chat/send/u1:u2', { content: { type: 'text', text: 'x'.repeat(2 ** 20) } }))[0]).toBe(
    413,
  )
  expect(await socket.chat('u1:u2', fits)).toMatchObject({ code: 200, seq: 1 })
})

test('a frame no message could need closes its own socket alone', async () => {
  const {
    people: [u1],
  } = await chatWorld('u1', 'u2')
  const [socket, other] = [await u1.connect(), await u1.connect()]

  socket.wire.send({
    type: 'chat',
    chatId: 'c',
    topicId: 'u1:u2',
    content: { type: 'text', text: 'x'.repeat(300_000) },
  })

  expect((await socket.wire.whenClosed()).code).toBe(1009)
  expect((await other.say('u1:u2', '在')).code).toBe(200)
})

test('twenty of the largest messages at once are still a burst, a flood of large frames is not', async () => {
  const {
    people: [u1],
  } = await chatWorld('u1', 'u2')
  const socket = await u1.connect()
  const content = { type: 'text', text: 'x'.repeat(MAX_CONTENT_BYTES - 100) }

  const acks = await Promise.all(Array.from({ length: 20 }, () => socket.chat('u1:u2', content)))
  expect(new Set(acks.map((ack) => ack.code))).toEqual(new Set([200]))
  for (let n = 0; n < 60; n += 1) socket.wire.send({ type: 'pong', text: content.text })

  expect(await socket.wire.whenClosed()).toEqual(CLOSE.tooMany)
})

test('a user has so many sockets; one more is refused until one is closed, and others are free', async () => {
  const {
    people: [u1, u2],
  } = await chatWorld('u1', 'u2')
  const sockets = await Promise.all(Array.from({ length: MAX_SOCKETS_PER_USER }, () => u1.connect()))

  await expect(u1.connect()).rejects.toThrow('refused 429')
  await u2.connect()
  await sockets[0]!.wire.close()

  await u1.connect()
})

test.each([
  ['no content', undefined],
  ['null', null],
  ['a text', 'hi'],
  ['a list', []],
  ['a type that is none', { type: 7 }],
  ['a text that is none', { type: 'text', text: 7 }],
  ['a size that is none', { type: 'file', size: -1 }],
  ['a size with a fraction', { type: 'file', size: 1.5 }],
  ['mentions that are none', { type: 'text', mentions: [1] }],
  ['a flag that is none', { type: 'text', unreadable: 'yes' }],
  ['the server’s own type', { type: 'topic.dismiss' }],
  ['the server’s own type of conversation', { type: 'conversation.removed' }],
  ['recalled', { type: 'recalled' }],
  ['a recall of nothing', { type: 'recall' }],
  ['an extra that is none', { type: 'text', extra: [1] }],
  ['too much depth', { type: 'x', a: JSON.parse('['.repeat(100) + ']'.repeat(100)) as unknown }],
])('a content with %s is refused with 400 and not stored', async (_what, content) => {
  const {
    people: [u1],
  } = await chatWorld('u1', 'u2')
  await u1.ok('/api/topic/create/u2')
  const socket = await u1.connect()

  expect(await socket.chat('u1:u2', content)).toMatchObject({ code: 400 })
  expect((await u1.refused('/api/chat/send/u1:u2', { content }))[0]).toBe(400)
  expect(await historyOf(u1, 'u1:u2')).toEqual([])
})

test('names of 1 to 64 characters are taken, others refused', async () => {
  const {
    people: [u1],
  } = await chatWorld('u1', 'u2')
  const socket = await u1.connect()

  expect((await socket.say('u1:u2', 'x', '1')).code).toBe(200)
  expect((await socket.say('u1:u2', 'x', '9'.repeat(64))).code).toBe(200)
  expect((await socket.say('u1:u2', 'x', '9'.repeat(65))).code).toBe(400)
  expect((await socket.say('u1:u2', 'x', '\u0000')).code).toBe(400)
  socket.wire.send({ type: 'chat', chatId: '', topicId: 'u1:u2', content: { type: 'text', text: 'nameless' } })
  await socket.wire.roundTrip()
  expect(await historyOf(u1, 'u1:u2')).toHaveLength(2)
})

test('who comes back and resends everything at once gets the first numbers, not a refusal', async () => {
  const {
    people: [u1],
    clock,
  } = await chatWorld('u1', 'u2')
  const names = Array.from({ length: SEND_BURST }, (_, n) => `again-${n}`)
  const sendAll = async () => {
    const socket = await u1.connect()
    return Promise.all(names.map((name) => socket.say('u1:u2', 'hi', name)))
  }
  const first = await sendAll()
  clock.advance(10_000)
  const between = await u1.connect()
  await Promise.all(names.map(() => between.say('u1:u2', 'other')))

  const second = await sendAll()

  expect(second.map((answer) => [answer.code, answer.seq])).toEqual(first.map((answer) => [200, answer.seq]))
  expect(await between.say('u1:u2', 'new')).toMatchObject({ code: 429 })
})

test('answering a burst of pushed frames does not count as haste', async () => {
  const {
    people: [u1],
  } = await chatWorld('u1')
  const socket = await u1.connect()

  for (let n = 0; n < 500; n += 1) socket.wire.send({ type: 'resp', chatId: `c${n}`, code: 200 })
  await socket.wire.roundTrip()

  expect(socket.wire.closed).toBeUndefined()
})
