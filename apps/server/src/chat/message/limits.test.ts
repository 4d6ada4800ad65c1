import { CLOSE } from '@ruwu/contract'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { throttle } from '../../db/schema/index.ts'
import { MAX_SOCKETS_PER_USER } from '../socket/socket-limit.ts'
import { MAX_FRAMES_PER_SECOND } from '../socket/socket-server.ts'
import { ChatPerson } from '../../testing/chat-person.ts'
import { asChat, chatWorld, createGroup, historyOf } from '../../testing/chat-world.ts'
import { world } from '../../testing/world.ts'
import { MESSAGE_KIB_OF_PUBLIC_CHAT, MESSAGE_KIB_PER_USER, ROW_BYTES, USER_PIECE_KIB } from './byte-allowance.ts'
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

  expect(await say(60)).toEqual(Array.from({ length: 60 }, () => 200))
  expect(await say(3)).toEqual([429, 429, 429])
  expect(await u1.refused('/api/chat/send/u1:u2', { content: { type: 'text', text: 'x' } })).toEqual([429, 'too fast'])
  // The limit applies to the sender's messages only: other senders and other requests pass.
  expect((await other.say('u2:u1', 'y')).code).toBe(200)
  expect(await u1.ok('/api/chat/read/u1:u2')).toBe(true)
  clock.advance(1000)
  expect(await say(SENDS_PER_SECOND + 1)).toEqual([...Array.from({ length: SENDS_PER_SECOND }, () => 200), 429])
  expect(await u1.ok('/api/chat/sync/u1:u2')).toMatchObject({ items: { length: 50 }, hasMore: true })
  expect((await historyOf(u1, 'u1:u2'))[0]!.seq).toBe(60 + SENDS_PER_SECOND + 1)
})

test('too fast is the last reason: what may not be sent at all is told as such', async () => {
  const {
    people: [u1, u2],
  } = await chatWorld('u1', 'u2')
  const [mine, other] = [await u1.connect(), await u2.connect()]
  await other.say('u2:u1', 'hi', 'taken')
  await Promise.all(Array.from({ length: SEND_BURST }, () => mine.say('u1:u2', 'x')))
  const recall = { type: 'recall', text: 'taken' }

  expect(await mine.say('u1:u2', 'x')).toMatchObject({ code: 429, message: 'too fast' })
  expect(await mine.say('u1:u2', 'x', 'taken')).toMatchObject({ code: 409 })
  expect((await u1.refused('/api/chat/send/u1:u2', { content: recall }))[0]).toBe(403)
  await u2.ok('/api/block/u1')
  expect(await mine.say('u1:u2', 'x')).toMatchObject({ code: 403 })
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

test.each([
  ['message-kib:u1', MESSAGE_KIB_PER_USER.most, 200],
  ['message-kib', MESSAGE_KIB_OF_PUBLIC_CHAT.most, 429],
])('chat users store so many bytes of messages in a day (%s), agents are not counted', async (key, most, ofOthers) => {
  const here = await world({ ownNode: true })
  const { db, clock, address, lin, wei } = here
  const [u1, u2] = [await ChatPerson.register(address, 'u1'), await ChatPerson.register(address, 'u2')]
  const ends = new Date(clock.now().getTime() + MESSAGE_KIB_PER_USER.windowMs)
  const left = key === 'message-kib' ? 0 : USER_PIECE_KIB
  await db.sql.insert(throttle).values({ key, count: most - left, windowStartedAt: clock.now(), windowEndsAt: ends })
  const [mine, other] = [await u1.connect(), await u2.connect()]
  const content = { type: 'text', text: 'x'.repeat(100 * 1024) }
  const bytes = ROW_BYTES + JSON.stringify(content).length
  const fits = Math.floor((left * 1024) / bytes)
  const names = Array.from({ length: fits + 3 }, (_, n) => `large-${n}`)

  // At once, so that several wait for one piece of the counter.
  const acks = await Promise.all(names.map((name) => mine.chat('u1:u2', content, name)))
  expect(acks.map(({ code }) => code)).toEqual(names.map((_, n) => (n < fits ? 200 : 429)))
  expect(acks.at(-1)).toMatchObject({ message: 'message quota of the day exceeded' })
  expect((await u1.refused('/api/chat/send/u1:u2', { content }))[0]).toBe(429)
  expect(await historyOf(u1, 'u1:u2')).toHaveLength(fits)

  // A repetition of what is stored is acknowledged all the same.
  const again = await u1.request('/api/chat/send/u1:u2', { chatId: 'large-0', content })
  expect(again.status).toBe(fits > 0 ? 200 : 429)
  expect((await other.say('u2:u1', 'y')).code).toBe(ofOthers)
  const agent = await asChat(address, lin).connect()
  expect((await agent.chat(`${lin.id}:${wei.id}`, content)).code).toBe(200)
  clock.advance(MESSAGE_KIB_PER_USER.windowMs)
  expect((await (await u1.connect()).chat('u1:u2', content)).code).toBe(200)
})

test('what is refused or repeated costs nothing', async () => {
  const { db, address } = await world({ ownNode: true })
  const [u1] = [await ChatPerson.register(address, 'u1'), await ChatPerson.register(address, 'u2')]
  const content = { type: 'text', text: 'x'.repeat(100 * 1024) }
  const send = async (topicId: string) => {
    const answer = await u1.request(`/api/chat/send/${topicId}`, { chatId: 'one', content })
    return answer.status
  }

  for (let n = 0; n < 4; n += 1) expect(await send('u1:u2')).toBe(200)
  for (let n = 0; n < 4; n += 1) expect(await send('nowhere')).toBe(404)

  const counted = await db.sql.select().from(throttle).where(eq(throttle.key, 'message-kib:u1'))
  expect(counted).toMatchObject([{ count: USER_PIECE_KIB }])
  expect(await historyOf(u1, 'u1:u2')).toHaveLength(1)
})

test('groups, their changes and what users write elsewhere count as well', async () => {
  const { db, clock, address } = await world({ ownNode: true })
  const [u1, u2] = [await ChatPerson.register(address, 'u1'), await ChatPerson.register(address, 'u2')]
  const group = await createGroup(u1, u2)
  const left = USER_PIECE_KIB * 1024
  const extra = { note: 'x'.repeat(16_000) }
  const update = () => u1.request(`/api/topic/admin/update/${group.id}`, { extra })
  await update()
  const ends = new Date(clock.now().getTime() + MESSAGE_KIB_PER_USER.windowMs)
  const count = { count: MESSAGE_KIB_PER_USER.most, windowEndsAt: ends }
  await db.sql.update(throttle).set(count).where(eq(throttle.key, 'message-kib:u1'))

  // Each stores the extra and repeats it in the message about it.
  let stored = 0
  while ((await update()).status === 200) stored += 1
  expect(stored).toBeGreaterThan(0)
  expect(stored).toBeLessThanOrEqual(left / (2 * 16_000))
  const rest = async () => (await u1.request('/api/profile/update', {})).status
  while ((await rest()) === 200);
  for (const [path, body] of [
    ['/api/topic/create', { name: '群', members: ['u2'] }],
    [`/api/topic/admin/notice/${group.id}`, { text: 'x'.repeat(2000) }],
    ['/api/chat/update/u1:u2', { extra }],
    ['/api/relation/u2', { remark: 'x'.repeat(2000) }],
    ['/api/profile/update', { displayName: 'x'.repeat(2000) }],
  ] as const)
    expect([path, ...(await u1.refused(path, body))]).toEqual([path, 429, 'message quota of the day exceeded'])
  expect((await u1.request('/api/chat/list', {})).status).toBe(200)
  expect((await u2.request(`/api/chat/update/${group.id}`, { remark: '好' })).status).toBe(200)
})

test('an extra beyond its bound is refused', async () => {
  const {
    people: [u1, u2],
  } = await chatWorld('u1', 'u2')
  const group = await createGroup(u1, u2)
  const extra = { note: 'x'.repeat(16_384) }

  for (const path of [`/api/topic/admin/update/${group.id}`, `/api/chat/update/${group.id}`])
    expect(await u1.refused(path, { extra })).toEqual([400, 'bad request: extra too large'])
  expect(await u1.refused('/api/guest/login', { guestId: 'g', extra })).toEqual([400, 'bad request: extra too large'])
})
