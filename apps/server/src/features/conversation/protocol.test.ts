import { expect, test } from 'vitest'
import { ChatPerson } from '../../testing/chat-person.ts'
import { world } from '../../testing/world.ts'

/** Section 8 of the protocol, line by line, over real HTTP and real sockets. */

type Page = {
  items: { id: string; seq: number; topicId: string; content: { type: string; text?: string; extra?: object } }[]
  hasMore: boolean
  lastSeq: number
}
type Conversation = {
  topicId: string
  unread: number
  lastSeq: number
  lastReadSeq: number
  tags: object[]
  extra: object
  lastMessage?: { type: string; text?: string }
}

async function users<const Names extends string[]>(...names: Names) {
  const here = await world()
  const people: ChatPerson[] = []
  for (const name of names) people.push(await ChatPerson.register(here.address, name))
  return { ...here, people: people as { [K in keyof Names]: ChatPerson } }
}

test('a plain GET of the socket’s address without a token is 401', async () => {
  const { address } = await world()

  expect((await fetch(`http://${address}/api/connect`)).status).toBe(401)
})

test('registering twice is refused the second time, and signing in still works', async () => {
  const {
    people: [u1],
    address,
  } = await users('u1')
  const other = new ChatPerson(address, 'u1')

  expect(await other.refused('/auth/register', { email: 'u1', password: 'secret-2' })).toEqual([400, 'email exists'])
  expect(await other.ok('/auth/login', { email: 'u1', password: 'secret-1', remember: true })).toMatchObject({
    email: 'u1',
  })
  expect(await u1.refused('/auth/login', { email: 'u1', password: 'wrong-one' })).toEqual([401, 'invalid password'])
  expect(await u1.refused('/auth/login', { email: 'nobody', password: 'wrong-one' })).toEqual([401, 'invalid password'])
})

test.each([
  ['undefined', 'the literal header of a signed-out client'],
  ['Bearer nonsense', 'a dead token'],
])('login works with Authorization: %s (%s)', async (authorization) => {
  const {
    people: [u1],
  } = await users('u1')

  const body = JSON.stringify({ email: 'u1', password: 'secret-1' })
  const answer = await u1.ok<{ token: string }>('/auth/login', undefined, {
    body,
    headers: { 'content-type': 'application/json', authorization },
  })

  expect(answer.token).toMatch(/^[\w.-]+$/)
})

test('a token signs in again as the same token, with and without the name, but not for another', async () => {
  const {
    people: [u1],
  } = await users('u1', 'u2')

  for (const body of [{ token: u1.token }, { email: 'u1', token: u1.token, remember: null }]) {
    expect(await u1.ok('/auth/login', body)).toMatchObject({ email: 'u1', token: u1.token })
  }
  expect(await u1.refused('/auth/login', { email: 'u2', token: u1.token })).toEqual([401, 'invalid token'])
})

test('a path that begins with two slashes is a plain 404, token or not', async () => {
  const {
    people: [u1],
  } = await users('u1')

  expect(await u1.refused('//api/topic/create/x')).toEqual([404, '404 page not found'])
  u1.token = ''
  expect(await u1.refused('//api/topic/create/x')).toEqual([404, '404 page not found'])
})

test('logging out ends the token and closes its sockets', async () => {
  const {
    people: [u1],
  } = await users('u1')
  const socket = await u1.connect()

  const answer = await u1.request('/auth/logout', undefined, {
    method: 'GET',
    headers: { authorization: `Bearer ${u1.token}` },
  })

  expect([answer.status, answer.body]).toEqual([200, true])
  await socket.wire.whenClosed()
  expect(await u1.refused('/api/chat/list')).toEqual([401, 'unauthorized'])
})

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

test('the list holds an opened DM with a numeric unread, and takes a category', async () => {
  const {
    people: [u1],
  } = await users('u1', 'u2')
  await u1.ok('/api/topic/create/u2')
  const list = (body: object) => u1.ok<{ items: Conversation[]; total: number }>('/api/chat/list', body)

  expect((await list({ updatedAt: null, limit: 10 })).items).toMatchObject([{ topicId: 'u1:u2', unread: 0 }])
  expect((await list({ category: 'personal' })).total).toBe(1)
  expect(await list({ category: 'group' })).toMatchObject({ items: [], total: 0 })
})

test('a removed conversation leaves the list at once, is listed as removed, and comes back when opened', async () => {
  const {
    people: [u1],
    clock,
  } = await users('u1', 'u2')
  await u1.ok('/api/topic/create/u2')
  const before = clock.now().toISOString()
  const other = await u1.connect()
  clock.advance(1000)

  expect(await u1.ok('/api/chat/remove/u1:u2')).toBe(true)

  expect(await other.nextChat()).toMatchObject({
    attendee: 'u1',
    content: { type: 'conversation.removed', unreadable: true },
  })
  expect(await u1.ok('/api/chat/list', { lastRemovedAt: before })).toMatchObject({ items: [], removed: ['u1:u2'] })
  expect(await u1.refused('/api/chat/info/u1:u2')).toEqual([404, '404 conversation not found'])
  await u1.ok('/api/topic/create/u2')
  expect(await u1.ok('/api/chat/info/u1:u2')).toMatchObject({ topicId: 'u1:u2' })
})

test('a fresh conversation can be marked unread, and the user’s other sockets learn of it', async () => {
  const {
    people: [u1],
  } = await users('u1', 'u2')
  await u1.ok('/api/chat/create/u2')
  const other = await u1.connect()

  await u1.ok('/api/chat/unread/u1:u2')

  expect((await u1.ok<Conversation>('/api/chat/info/u1:u2')).unread).toBeGreaterThan(0)
  const frame = await other.nextChat()
  expect(frame).toMatchObject({ attendee: 'u1', content: { type: 'conversation.update', unreadable: true } })
  expect(JSON.parse(frame.content.text ?? '')).toEqual({ markUnread: true })
  expect(frame.seq).toBeUndefined()
})

test('reading on one socket shows on the other, and the sender gets a receipt; the reader’s own socket does not', async () => {
  const {
    people: [u1, u2],
  } = await users('u1', 'u2')
  const [sender, reader, readersOther] = [await u1.connect(), await u2.connect(), await u2.connect()]
  for (const text of ['one', 'two', 'three']) await sender.say('u1:u2', text)
  expect(await u2.ok('/api/chat/info/u2:u1')).toMatchObject({
    unread: 3,
    lastReadSeq: 0,
    lastMessageSeq: 3,
    lastSenderId: 'u1',
  })

  reader.wire.send({ type: 'read', topicId: 'u2:u1', seq: 2 })

  expect(await sender.wire.next((frame) => frame.type === 'read')).toMatchObject({
    topicId: 'u1:u2',
    seq: 2,
    attendee: 'u2',
  })
  expect(await readersOther.wire.next((frame) => frame.type === 'read')).toMatchObject({ topicId: 'u2:u1', seq: 2 })
  await reader.wire.roundTrip()
  expect(reader.wire.take('read')).toEqual([])
  expect(await u2.ok('/api/chat/info/u2:u1')).toMatchObject({ unread: 1, lastReadSeq: 2 })

  reader.wire.send({ type: 'read', topicId: 'u2:u1', seq: null })
  await expect.poll(async () => (await u2.ok<Conversation>('/api/chat/info/u2:u1')).unread).toBe(0)
})

test('tags and extra come back unchanged, one does not clear the other, and a message clears neither', async () => {
  const {
    people: [u1, u2],
  } = await users('u1', 'u2')
  await u1.ok('/api/chat/create/u2')

  await u1.ok('/api/chat/update/u1:u2', { tags: [{ id: 'tag1' }], remark: '老客户', sticky: true })
  await u1.ok('/api/chat/update/u1:u2', { extra: { k: 'v', n: 7 } })
  await (await u2.connect()).say('u2:u1', 'hi')

  expect(await u1.ok('/api/chat/info/u1:u2')).toMatchObject({
    tags: [{ id: 'tag1' }],
    extra: { k: 'v', n: '7' },
    remark: '老客户',
    sticky: true,
    unread: 1,
  })
  await u1.ok('/api/chat/update/u1:u2', { remark: null, tags: [] })
  expect(await u1.ok('/api/chat/info/u1:u2')).toMatchObject({ tags: [], remark: '', extra: { k: 'v', n: '7' } })
})

test('read all leaves no unread, also in the next list', async () => {
  const {
    people: [u1, u2, u3],
  } = await users('u1', 'u2', 'u3')
  await (await u2.connect()).say('u2:u1', 'hi')
  await (await u3.connect()).say('u3:u1', 'hi')

  expect(await u1.ok('/api/chat/readall')).toBe(true)

  const { items } = await u1.ok<{ items: Conversation[] }>('/api/chat/list')
  expect(items.map((item) => [item.unread, item.lastReadSeq])).toEqual([
    [0, 1],
    [0, 1],
  ])
})

test('both ways of paging end, and show every conversation once', async () => {
  const names = Array.from({ length: 13 }, (_, n) => `peer${n}`)
  const {
    people: [u1, ...peers],
  } = await users('u1', ...names)
  for (const peer of peers) await u1.ok(`/api/chat/create/${peer.id}`)

  const byCursor: string[] = []
  for (let updatedAt: string | undefined; ;) {
    const page: { items: Conversation[]; hasMore: boolean; updatedAt: string } = await u1.ok('/api/chat/list', {
      limit: 5,
      updatedAt,
    })
    byCursor.push(...page.items.map((item) => item.topicId))
    updatedAt = page.updatedAt
    if (!page.hasMore) break
  }
  const byOffset: string[] = []
  for (let lastUpdatedAt: string | undefined; ;) {
    const page: { items: Conversation[]; hasMore: boolean; lastUpdatedAt?: string; total: number } = await u1.ok(
      '/api/chat/list',
      { limit: 5, offset: 0, lastUpdatedAt },
    )
    byOffset.push(...page.items.map((item) => item.topicId))
    lastUpdatedAt = page.lastUpdatedAt
    expect(page.total).toBe(13)
    if (!page.hasMore) break
  }

  expect(byCursor).toHaveLength(13)
  expect(new Set(byCursor).size).toBe(13)
  expect(byOffset).toEqual(byCursor.toReversed())
})

test('ten messages in a burst: ten acks with contiguous numbers, and history pages back through all of them', async () => {
  const {
    people: [u1, u2],
  } = await users('u1', 'u2')
  const socket = await u1.connect()

  const acks = await Promise.all(Array.from({ length: 10 }, (_, n) => socket.say('u1:u2', `m${n}`)))

  expect(acks.map((ack) => ack.seq)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
  const texts: string[] = []
  for (let lastSeq = 0; ;) {
    const page: Page = await u2.ok('/api/chat/sync/u2:u1', { lastSeq, limit: 4 })
    texts.push(...page.items.map((item) => item.content.text ?? ''))
    if (!page.hasMore) break
    lastSeq = page.lastSeq - 1
  }
  expect(texts).toEqual(Array.from({ length: 10 }, (_, n) => `m${9 - n}`))
})

test('a recalled message: the recall has its own number, the original is gone for everybody, unread drops', async () => {
  const {
    people: [u1, u2],
  } = await users('u1', 'u2')
  const [mine, theirs] = [await u1.connect(), await u2.connect()]
  await mine.say('u1:u2', 'oops', 'c1')

  const ack = await mine.chat('u1:u2', { type: 'recall', text: 'c1' })

  expect(ack).toMatchObject({ code: 200, seq: 2 })
  expect(await theirs.nextChat((frame) => frame.seq === 2)).toMatchObject({
    content: { type: 'recall', text: 'c1', unreadable: true },
  })
  const { items } = await u2.ok<Page>('/api/chat/sync/u2:u1')
  expect(items).toMatchObject([
    { seq: 2, content: { type: 'recall', text: 'c1' }, recall: false },
    { seq: 1, id: 'c1', content: { type: 'recalled' }, recall: true },
  ])
  expect(await u2.ok('/api/chat/info/u2:u1')).toMatchObject({
    unread: 0,
    lastMessage: { type: 'recalled' },
    lastSeq: 2,
  })
})

test('recall is refused after 120 s, for another’s message, twice, and for what is not there', async () => {
  const {
    people: [u1, u2],
    clock,
  } = await users('u1', 'u2')
  const [mine, theirs] = [await u1.connect(), await u2.connect()]
  await mine.say('u1:u2', 'one', 'c1')
  await mine.say('u1:u2', 'two', 'c2')
  const recall = (socket: typeof mine, chatId: string) => socket.chat('u1:u2', { type: 'recall', text: chatId })

  expect(await recall(theirs, 'c1')).toMatchObject({ code: 403 })
  expect(await recall(mine, 'nothing')).toMatchObject({ code: 404 })
  clock.advance(119_999)
  expect(await recall(mine, 'c1')).toMatchObject({ code: 200 })
  expect(await recall(mine, 'c1')).toMatchObject({ code: 400 })
  clock.advance(1)
  expect(await recall(mine, 'c2')).toMatchObject({ code: 403, message: 'recall timeout' })
})

test('update.extra replaces the extra of the stored message, seen by everybody', async () => {
  const {
    people: [u1, u2],
  } = await users('u1', 'u2')
  const [mine, second] = [await u1.connect(), await u2.connect()]
  await mine.chat('u1:u2', { type: 'text', text: 'hi', extra: { a: '1' } }, 'c1')

  await mine.chat('u1:u2', { type: 'update.extra', text: 'c1', extra: { b: 2 } })

  expect((await u1.ok<Page>('/api/chat/sync/u1:u2', { limit: 2 })).items[1]).toMatchObject({
    id: 'c1',
    content: { text: 'hi', extra: { b: '2' } },
  })
  expect(await second.nextChat((frame) => frame.seq === 2)).toMatchObject({
    content: { type: 'update.extra', extra: { b: '2' } },
  })
  expect(await u2.ok('/api/chat/info/u2:u1')).toMatchObject({
    unread: 1,
    lastMessage: { text: 'hi', extra: { b: '2' } },
  })
})

test('custom types, replies, unknown keys and large texts survive unchanged', async () => {
  const {
    people: [u1],
  } = await users('u1', 'u2')
  const socket = await u1.connect()
  const contents = [
    { type: 'custom.image', text: 'data', mine: { deep: [1, 2] } },
    { type: 'text', text: '回复', reply: 'c0', mentions: ['u2'], mentionAll: true },
    { type: 'text', text: '长'.repeat(30_000) },
    { type: 'file', text: '39.9,116.4', placeholder: '北京' },
  ]

  for (const content of contents) expect(await socket.chat('u1:u2', content)).toMatchObject({ code: 200 })

  const { items } = await u1.ok<Page>('/api/chat/sync/u1:u2')
  expect(items.map((item) => item.content).toReversed()).toEqual(contents)
})

test('a resent name has the same number and is stored once; another’s name is refused', async () => {
  const {
    people: [u1, u2],
  } = await users('u1', 'u2')
  const [mine, theirs] = [await u1.connect(), await u2.connect()]
  const first = await mine.say('u1:u2', 'hi', 'same')
  await theirs.chats()

  const again = await (await u1.connect()).say('u1:u2', 'changed', 'same')

  expect([again.code, again.seq]).toEqual([200, first.seq])
  expect(await theirs.say('u1:u2', 'mine', 'same')).toMatchObject({ code: 409 })
  expect(await theirs.chats()).toEqual([])
  expect((await u1.ok<Page>('/api/chat/sync/u1:u2')).items).toMatchObject([{ content: { text: 'hi' } }])
})

test('deleting messages and clearing a conversation concern the caller alone', async () => {
  const {
    people: [u1, u2],
  } = await users('u1', 'u2')
  const socket = await u1.connect()
  for (const id of ['a', 'b', 'c']) await socket.say('u1:u2', id, `c-${id}`)

  expect((await u1.refused('/api/chat/remove_messages/u1:u2', { ids: [] }))[0]).toBe(400)
  await u1.ok('/api/chat/remove_messages/u1:u2', { ids: ['c-b', 'unknown'] })
  expect((await u1.ok<Page>('/api/chat/sync/u1:u2')).items.map((item) => item.content.type)).toEqual([
    'text',
    '',
    'text',
  ])
  await u1.ok('/api/chat/clear_messages/u1:u2')

  expect((await u1.ok<Page>('/api/chat/sync/u1:u2')).items).toEqual([])
  expect(await u1.ok('/api/chat/info/u1:u2')).toMatchObject({ startSeq: 3, unread: 0 })
  expect((await u2.ok<Page>('/api/chat/sync/u2:u1')).items).toHaveLength(3)
})

test('HTTP sending is the same as the socket’s, and batch sync leaves out what may not be seen', async () => {
  const {
    people: [u1, u2],
  } = await users('u1', 'u2', 'u3')
  const socket = await u2.connect()

  expect(
    await u1.ok('/api/chat/send', { attendee: 'u2', chatId: 'h1', content: { type: 'text', text: 'hi' } }),
  ).toMatchObject({ senderId: 'u1', topicId: 'u1:u2', attendeeId: 'u2', code: 200, seq: 1, message: 'ok' })
  expect(await u1.ok('/api/chat/send/u1:u2', { chatId: 'h1', content: { type: 'text', text: 'again' } })).toMatchObject(
    { seq: 1 },
  )
  expect((await u1.refused('/api/chat/send/u2:u3', { content: { type: 'text', text: 'x' } }))[0]).toBe(403)
  expect((await u1.refused('/api/chat/send/u1:u2', { content: null }))[0]).toBe(400)
  expect((await socket.nextChat()).chatId).toBe('h1')
  const pages = await u1.ok<Page[]>('/api/chat/batch_sync', [
    { topicId: 'u1:u2', lastSeq: null },
    { topicId: 'u2:u3' },
    { topicId: 'nonsense' },
  ])
  expect(pages).toHaveLength(1)
})

test('profiles: by id, many at once without the unknown, remarks only for who made them', async () => {
  const {
    people: [u1, u2],
  } = await users('u1', 'u2')
  await u1.ok('/api/relation/u2', { remark: '老王', favorite: true })
  await u2.ok('/api/profile/update', { displayName: '王五', city: '杭州' })

  expect(await u1.ok('/api/profile/u2')).toMatchObject({
    userId: 'u2',
    id: 'u2',
    name: '王五',
    city: '杭州',
    remark: '老王',
    isStar: true,
  })
  expect(await u2.ok('/api/profile/u2')).toMatchObject({ remark: '', isStar: false })
  expect(await u1.ok<object[]>('/api/profile', { ids: ['nobody', 'u2', 'u1'] })).toMatchObject([
    { id: 'u2' },
    { id: 'u1' },
  ])
  expect(await u1.ok('/api/profile', {})).toEqual([])
  expect((await u1.refused('/api/profile/nobody'))[0]).toBe(404)
})

test('a block stops a DM in both directions and nothing else; unblocking opens it again', async () => {
  const {
    people: [u1, u2],
  } = await users('u1', 'u2')
  const [mine, theirs] = [await u1.connect(), await u2.connect()]
  await mine.say('u1:u2', 'before')

  expect(await u2.ok('/api/block/u1')).toBe(true)
  expect(await u2.ok('/api/list_blocked')).toEqual(['u1'])
  expect(await mine.say('u1:u2', 'x')).toMatchObject({ code: 403 })
  expect(await theirs.say('u2:u1', 'x')).toMatchObject({ code: 403 })
  expect((await u1.refused('/api/topic/create/u2'))[0]).toBe(403)
  expect((await u1.ok<Page>('/api/chat/sync/u1:u2')).items).toHaveLength(1)

  await u2.ok('/api/unblock/u1')
  expect(await mine.say('u1:u2', 'after')).toMatchObject({ code: 200, seq: 2 })
  await u2.ok('/api/relation/u1', { chatAllowed: false })
  expect(await mine.say('u1:u2', 'x')).toMatchObject({ code: 403 })
  expect(await theirs.say('u2:u1', 'still mine')).toMatchObject({ code: 200 })
})

test('guests come in by a name, keep it, and may be kept out of new DMs', async () => {
  const {
    people: [u1],
    address,
  } = await users('u1')
  const guest = new ChatPerson(address, 'g1')
  guest.token = (
    await guest.ok<{ token: string }>('/api/guest/login', {
      guestId: 'g1',
      remember: true,
      extra: { from: 'page', n: 1 },
    })
  ).token

  expect(await u1.ok('/api/profile/g1')).toMatchObject({ source: 'guest', extra: { from: 'page', n: '1' } })
  expect((await guest.refused('/api/guest/login', { guestId: 'u1' }))[0]).toBe(403)
  expect((await guest.refused('/api/guest/login', { guestId: '' }))[0]).toBe(400)
  await u1.ok('/api/profile/update', { allowGuest: false })
  expect((await guest.refused('/api/topic/create/u1'))[0]).toBe(403)
})

test('agents talk among themselves by their console’s token, and nobody outside knows them', async () => {
  const {
    people: [u1],
    lin,
    wei,
    rival,
  } = await users('u1')
  const asChat = (person: typeof lin) => {
    const chat = new ChatPerson(u1.address, person.id)
    chat.token = person.token
    return chat
  }
  const [linChat, weiChat] = [asChat(lin), asChat(wei)]
  const socket = await weiChat.connect()

  expect(await (await linChat.connect()).say(`${lin.id}:${wei.id}`, '在吗')).toMatchObject({ code: 200 })
  expect(await socket.nextChat()).toMatchObject({ topicId: `${wei.id}:${lin.id}`, attendee: lin.id })
  expect(await linChat.ok(`/api/profile/${wei.id}`)).toMatchObject({ name: '卫青禾', isStaff: true })
  for (const outsider of [u1, asChat(rival)]) {
    expect((await outsider.refused(`/api/profile/${lin.id}`))[0]).toBe(404)
    expect((await outsider.refused(`/api/topic/create/${lin.id}`))[0]).toBe(404)
  }
})
