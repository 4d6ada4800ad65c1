import { expect, test } from 'vitest'
import { type Page, users } from './testing/users.ts'

/** Section 8 of the protocol over real HTTP and sockets: connections and direct messages. */

test('three sockets of one user stay open side by side, all receive, and closing one leaves the others', async () => {
  const {
    people: [u1, u2],
  } = await users('u1', 'u2')
  const sockets = [await u2.connect(), await u2.connect(), await u2.connect('&nonce=7&other=x')]
  const sender = await u1.connect()

  await sender.say('u1:u2', 'one')
  for (const socket of sockets) expect((await socket.nextChat()).content.text).toBe('one')
  await sockets[0]!.wire.close()
  await sender.say('u1:u2', 'two')

  for (const socket of sockets.slice(1))
    expect((await socket.nextChat((frame) => frame.content.text === 'two')).seq).toBe(2)
})

test('a ping with and without a name is answered', async () => {
  const {
    people: [u1],
  } = await users('u1')
  const { wire } = await u1.connect()

  wire.send({ type: 'ping', chatId: 'p1', content: { type: '', text: 'x' } })
  wire.send({ type: 'ping' })

  expect(await wire.next((frame) => frame.type === 'resp' && frame.chatId === 'p1')).toMatchObject({
    code: 200,
    content: { text: 'x' },
  })
  expect(await wire.next((frame) => frame.type === 'resp' && frame.chatId === undefined)).toMatchObject({ code: 200 })
})

test('a chat frame full of nulls is accepted and acknowledged', async () => {
  const {
    people: [u1],
  } = await users('u1', 'u2')
  const { wire } = await u1.connect()

  wire.send({
    type: 'chat',
    chatId: 'c1',
    topicId: 'u1:u2',
    code: 0,
    seq: 0,
    attendee: null,
    attendeeProfile: null,
    e2eContent: null,
    message: null,
    content: { type: 'text', text: 'hi', extra: null, mentions: null, reply: null, placeholder: null },
  })

  expect(await wire.next((frame) => frame.type === 'resp')).toMatchObject({
    code: 200,
    seq: 1,
    chatId: 'c1',
    topicId: 'u1:u2',
  })
  expect((await u1.ok<Page>('/api/chat/sync/u1:u2')).items[0]!.content).toEqual({ type: 'text', text: 'hi' })
})

test('opening a DM gives one topic, again and again, and tells the other nothing', async () => {
  const {
    people: [u1, u2],
  } = await users('u1', 'u2')
  const other = await u2.connect()

  const first = await u1.ok('/api/topic/create/u2')
  const second = await u1.ok('/api/topic/create/u2')

  expect(first).toMatchObject({
    id: 'u1:u2',
    ownerId: 'u1',
    attendee: 'u2',
    attendeeId: 'u2',
    admins: [],
    multiple: false,
    members: 2,
  })
  expect(second.id).toBe(first.id)
  expect(await other.chats()).toEqual([])
  expect((await u2.ok<{ items: object[] }>('/api/chat/list')).items).toEqual([])
  expect(await u1.refused('/api/topic/create/nobody')).toEqual([404, 'user not found'])
  expect(await u1.ok('/api/topic/create/u1')).toMatchObject({ id: 'u1:u1', members: 1 })
})

test('a message reaches the other once and the sender’s own sockets, each under its own name of the topic', async () => {
  const {
    people: [u1, u2],
  } = await users('u1', 'u2')
  const [mine, myOther, theirs] = [await u1.connect(), await u1.connect(), await u2.connect()]

  const ack = await mine.say('u1:u2', 'hi', 'c1')

  expect(ack).toMatchObject({ code: 200, seq: 1, topicId: 'u1:u2' })
  for (const socket of [mine, myOther]) {
    expect(await socket.nextChat()).toMatchObject({ topicId: 'u1:u2', attendee: 'u1', seq: 1, chatId: 'c1' })
  }
  const received = await theirs.nextChat()
  expect(received).toMatchObject({ topicId: 'u2:u1', attendee: 'u1', content: { type: 'text', text: 'hi' } })
  theirs.wire.send({ type: 'resp', chatId: 'c1', code: 200 })
  theirs.wire.send({ type: 'read', topicId: 'u2:u1', seq: 1 })
  expect(await theirs.chats()).toHaveLength(1)
  expect(await u2.ok('/api/topic/info/u2:u1')).toMatchObject({
    id: 'u2:u1',
    ownerId: 'u2',
    attendee: 'u1',
    attendeeId: 'u1',
  })
  expect(await u1.ok('/api/topic/info/u1:u2')).toMatchObject({ id: 'u1:u2', ownerId: 'u1', attendee: 'u2' })
})

test('the peer’s form of the id works: ack and history repeat it', async () => {
  const {
    people: [u1, u2],
  } = await users('u1', 'u2')
  const socket = await u2.connect()

  expect(await socket.say('u1:u2', 'hi')).toMatchObject({ code: 200, topicId: 'u1:u2' })

  const page = await u2.ok<Page & { topicId: string }>('/api/chat/sync/u1:u2')
  expect([page.topicId, page.items[0]!.topicId]).toEqual(['u1:u2', 'u1:u2'])
  expect((await u1.ok<Page>('/api/chat/sync/u2:u1')).items).toHaveLength(1)
})

test.each([
  ['u2:u3', 403, 'not a member'],
  ['u1:nobody', 404, 'user not found'],
  ['f'.repeat(32), 404, 'topic not found'],
  ['nonsense', 404, 'topic not found'],
])('sending to %s is refused with %i', async (topicId, code, message) => {
  const {
    people: [u1],
  } = await users('u1', 'u2', 'u3')
  const socket = await u1.connect()

  expect(await socket.say(topicId, 'hi')).toMatchObject({ code, message })
})

test('relation answers the literal true, for an unknown target too, and 400 for oneself', async () => {
  const {
    people: [u1],
  } = await users('u1', 'u2')

  expect(await u1.ok('/api/relation/u2', { chatAllowed: true })).toBe(true)
  expect(await u1.ok('/api/relation/nobody', { chatAllowed: true, remark: null })).toBe(true)
  expect((await u1.refused('/api/relation/u1', {}))[0]).toBe(400)
})
