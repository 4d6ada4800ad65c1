import { expect, test } from 'vitest'
import { type Page, users } from './testing/users.ts'

/** Section 8 of the protocol over real HTTP and sockets: messages, recalls and history. */

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
