import { SOCKET_PATH } from '@ruwu/contract'
import { TestSocket } from '@ruwu/testkit'
import { expect, onTestFinished, test } from 'vitest'
import { chatWorld, conversationOf, createGroup, historyOf, listOf } from '../../testing/chat-world.ts'

test('a message written by the server cannot be recalled or changed by the member it names', async () => {
  const {
    people: [u1, u2],
  } = await chatWorld('u1', 'u2')
  const { id } = await createGroup(u1)
  await u1.ok(`/api/topic/invite/${id}/u2`)
  const socket = await u2.connect()
  const [join] = await historyOf(u2, id)

  for (const type of ['recall', 'update.extra'])
    expect(await socket.chat(id, { type, text: join!.id, extra: { a: 'b' } })).toMatchObject({ code: 403 })
  expect((await historyOf(u2, id))[0]).toMatchObject({ content: { type: 'topic.join' }, recall: false })
})

test('a message recalled in the same batch as its send has no content and is not unread', async () => {
  const {
    people: [u1, u2],
  } = await chatWorld('u1', 'u2')
  const socket = await u1.connect()

  const acks = await Promise.all([
    socket.say('u1:u2', 'oops', 'c1'),
    socket.chat('u1:u2', { type: 'update.extra', text: 'c1', extra: { a: 'b' } }, 'c2'),
    socket.chat('u1:u2', { type: 'recall', text: 'c1' }, 'c3'),
  ])

  expect(acks.map((ack) => [ack.code, ack.seq])).toEqual([
    [200, 1],
    [200, 2],
    [200, 3],
  ])
  expect((await historyOf(u2, 'u2:u1'))[2]).toMatchObject({ id: 'c1', content: { type: 'recalled' }, recall: true })
  expect(await conversationOf(u2, 'u2:u1')).toMatchObject({ unread: 0, lastSeq: 3, lastMessage: { type: 'recalled' } })
})

test('a recall lowers the unread count by one, however often the message was updated in the same batch', async () => {
  const {
    people: [u1, u2],
  } = await chatWorld('u1', 'u2')
  const socket = await u1.connect()
  await Promise.all(['c1', 'c2', 'c3'].map((name) => socket.say('u1:u2', name, name)))

  await Promise.all([
    socket.chat('u1:u2', { type: 'update.extra', text: 'c2', extra: { a: '1' } }),
    socket.chat('u1:u2', { type: 'update.extra', text: 'c2', extra: { a: '2' } }),
    socket.chat('u1:u2', { type: 'recall', text: 'c2' }),
  ])

  expect((await conversationOf(u2, 'u2:u1')).unread).toBe(2)
})

test('recalling a message that was never unread leaves the unread count', async () => {
  const {
    people: [u1, u2],
  } = await chatWorld('u1', 'u2')
  const socket = await u1.connect()
  await socket.say('u1:u2', 'hi', 'c1')
  await socket.chat('u1:u2', { type: 'custom.state', unreadable: true }, 'c2')

  expect(await socket.chat('u1:u2', { type: 'recall', text: 'c2' })).toMatchObject({ code: 200 })

  expect((await conversationOf(u2, 'u2:u1')).unread).toBe(1)
})

test('readall moves lastReadSeq also in conversations with unread 0', async () => {
  const {
    people: [u1, u2],
  } = await chatWorld('u1', 'u2')
  const { id } = await createGroup(u1, u2)
  const socket = await u1.connect()
  await socket.say('u1:u2', 'hi')
  await socket.say(id, 'hi')
  await u1.ok(`/api/topic/admin/notice/${id}`, { text: 'x' })
  await createGroup(u1, u2)

  expect(await u2.ok('/api/chat/readall')).toBe(true)

  const { items } = await listOf(u2)
  expect(items).toHaveLength(3)
  for (const item of items) expect(item).toMatchObject({ unread: 0, lastReadSeq: item.lastSeq })
  expect(new Set(items.map((item) => item.updatedAt)).size).toBe(3)
})

test('an HTTP send answers with the caller’s own form of the id, also for oneself', async () => {
  const {
    people: [u1],
  } = await chatWorld('u1', 'u2')
  const content = { type: 'text', text: 'x' }

  expect(await u1.ok('/api/chat/send/u2:u1', { content })).toMatchObject({ topicId: 'u1:u2', attendeeId: 'u2', seq: 1 })
  expect(await u1.ok('/api/chat/send', { attendee: 'u2', content })).toMatchObject({ topicId: 'u1:u2', seq: 2 })
  expect(await u1.ok('/api/chat/send/u1:u1', { content })).toMatchObject({ topicId: 'u1:u1', attendeeId: 'u1' })
})

test('users with the longest names, of any alphabet, can talk', async () => {
  const [long, wide] = ['x'.repeat(128), '名'.repeat(128)]
  const {
    people: [u1, u2],
  } = await chatWorld(long, wide)

  expect(await u1.ok(`/api/topic/create/${encodeURIComponent(wide)}`)).toMatchObject({ id: `${long}:${wide}` })
  const id = encodeURIComponent(`${wide}:${long}`)
  expect(await u2.ok(`/api/chat/send/${id}`, { content: { type: 'text', text: '在' } })).toMatchObject({ seq: 1 })
  expect(await historyOf(u2, id)).toHaveLength(1)
})

test('a browser’s socket may rely on the cookie', async () => {
  const {
    people: [u1],
    address,
  } = await chatWorld('u1')

  const socket = await TestSocket.open(`ws://${address}${SOCKET_PATH}?device=web`, { cookie: `token=${u1.token}` })
  onTestFinished(() => socket.close())

  await socket.roundTrip()
  expect(socket.closed).toBeUndefined()
})

test('a client’s acknowledgement is never answered, however it is filled', async () => {
  const {
    people: [u1],
  } = await chatWorld('u1')
  const { wire } = await u1.connect()

  for (const frame of [{ content: 'x' }, { content: 7 }, { code: 'x' }, { content: { type: 1 } }])
    wire.send({ type: 'resp', chatId: 'r1', ...frame })
  wire.send({ type: 'whatever', chatId: 'w1' })
  await wire.roundTrip()

  expect(wire.take('resp').filter((frame) => frame.chatId === 'r1')).toEqual([])
})

test('numbers no JSON can hold are left out rather than given back as null', async () => {
  const {
    people: [u1],
  } = await chatWorld('u1', 'u2')

  const answer = await u1.request('/api/chat/send/u1:u2', undefined, {
    body: '{"content":{"type":"custom","n":1e999,"list":[1,1e999]}}',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${u1.token}` },
  })

  expect(answer.status).toBe(200)
  expect((await historyOf(u1, 'u1:u2'))[0]!.content).toEqual({ type: 'custom', list: [1] })
})
