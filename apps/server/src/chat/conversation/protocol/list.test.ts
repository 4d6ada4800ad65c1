import { expect, test } from 'vitest'
import { type Conversation, users } from './testing/users.ts'

/** Section 8 of the protocol over real HTTP and sockets: the conversation list. */

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

test('null inside a tag counts as an absent key', async () => {
  const {
    people: [u1],
  } = await users('u1', 'u2')
  await u1.ok('/api/chat/create/u2')

  await u1.ok('/api/chat/update/u1:u2', {
    tags: [
      { id: 'tag1', type: null, label: null },
      { id: 'tag2', label: '' },
    ],
  })

  const { tags } = await u1.ok<Conversation>('/api/chat/info/u1:u2')
  expect(tags).toStrictEqual([{ id: 'tag1' }, { id: 'tag2', label: '' }])
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
