import { expect, test } from 'vitest'
import { ChatPerson } from '../../testing/chat-person.ts'
import {
  chatWorld,
  conversationOf,
  createGroup,
  historyOf,
  listOf,
  membersOf,
  topicOf,
  typesAt,
} from '../../testing/chat-world.ts'
import { GROUP_MEMBERS_MAX } from './topic.service.ts'

test('who is kicked out hears it, then nothing more; the group leaves the list and its history ends there', async () => {
  const {
    people: [u1, u2, u3],
    clock,
  } = await chatWorld('u1', 'u2', 'u3')
  const { id } = await createGroup(u1, u2, u3)
  const [mine, victim, other] = [await u1.connect(), await u2.connect(), await u3.connect()]
  await mine.say(id, '之前')
  await victim.chats()
  const lastRemovedAt = clock.now().toISOString()
  clock.advance(1000)

  expect(await u1.ok(`/api/topic/admin/kickout/${id}/u2`)).toBe(true)
  await mine.say(id, '之后')

  expect(await victim.chats()).toMatchObject([
    { seq: 3, attendee: 'u2', content: { type: 'topic.kickout', extra: { adminId: 'u1' }, unreadable: true } },
  ])
  expect(await typesAt(other)).toEqual(['text', 'topic.kickout', 'text'])
  expect(await listOf(u2, { lastRemovedAt })).toMatchObject({ items: [], removed: [id] })
  expect((await historyOf(u2, id)).map((item) => item.seq)).toEqual([3, 2, 1])
  expect((await historyOf(u2, id, { lastSeq: 4 })).map((item) => item.seq)).toEqual([3, 2, 1])
  expect(await victim.say(id, '喂')).toMatchObject({ code: 403 })
  victim.wire.send({ type: 'read', topicId: id, chatId: 'r1' })
  expect(await victim.wire.next((frame) => frame.type === 'resp' && frame.chatId === 'r1')).toMatchObject({ code: 403 })
  victim.wire.send({ type: 'typing', topicId: id })
  await victim.wire.roundTrip()
  await other.wire.roundTrip()
  expect(other.wire.take('typing')).toEqual([])
  expect((await u2.refused(`/api/topic/members/${id}`))[0]).toBe(403)
  expect(await topicOf(u2, id)).toMatchObject({ id, members: 2 })
})

test('the owner can’t be kicked out or quit, nobody who is not there can', async () => {
  const {
    people: [u1, u2, u3],
  } = await chatWorld('u1', 'u2', 'u3')
  const { id } = await createGroup(u1, u2)
  await u1.ok(`/api/topic/admin/add_admin/${id}/u2`)

  expect((await u2.refused(`/api/topic/admin/kickout/${id}/u1`))[0]).toBe(400)
  expect((await u1.refused(`/api/topic/quit/${id}`))[0]).toBe(400)
  expect((await u1.refused(`/api/topic/admin/kickout/${id}/u3`))[0]).toBe(404)
  expect((await u3.refused(`/api/topic/quit/${id}`))[0]).toBe(403)
  expect((await u1.refused('/api/topic/quit/u1:u2'))[0]).toBe(404)
  await u1.ok('/api/topic/create/u2')
  expect((await u1.refused('/api/topic/quit/u1:u2'))[0]).toBe(400)
})

test('who quits is told so with the others, and is gone', async () => {
  const {
    people: [u1, u2],
    clock,
  } = await chatWorld('u1', 'u2')
  const { id } = await createGroup(u1, u2)
  const [mine, theirs] = [await u1.connect(), await u2.connect()]
  const lastRemovedAt = clock.now().toISOString()
  clock.advance(1000)

  expect(await u2.ok(`/api/topic/quit/${id}`)).toBe(true)
  await mine.say(id, '走了？')

  expect(await theirs.chats()).toMatchObject([{ seq: 2, attendee: 'u2', content: { type: 'topic.quit' } }])
  expect(await typesAt(mine)).toEqual(['topic.quit', 'text'])
  expect(await listOf(u2, { lastRemovedAt })).toMatchObject({ items: [], removed: [id] })
  expect((await u2.refused(`/api/topic/quit/${id}`))[0]).toBe(403)
  expect(await membersOf(u1, id)).toEqual(['u1'])
})

/** ISO time in UTC with milliseconds, within ten seconds of the test clock's start. */
const JOINED: unknown = expect.stringMatching(/^2026-03-16T02:00:0\d\.\d{3}Z$/)

test.each([
  [
    'add_member',
    (id: string) => `/api/topic/admin/add_member/${id}/u3`,
    { topicId: expect.any(String), userId: 'u3', name: '', joinedAt: JOINED, updatedAt: JOINED },
  ],
  ['invite', (id: string) => `/api/topic/invite/${id}/u3`, true],
])('%s: all hear of the new member, who sees history from the join on', async (_name, path, expected) => {
  const {
    people: [u1, u2, u3],
  } = await chatWorld('u1', 'u2', 'u3')
  const { id } = await createGroup(u1, u2)
  const [mine, theirs] = [await u1.connect(), await u3.connect()]
  await mine.say(id, '秘密')

  const answer = await u1.ok(path(id))

  expect(answer).toEqual(expected)
  const join = { seq: 3, attendee: 'u3', content: { type: 'topic.join', unreadable: true, text: '' } }
  expect(await theirs.chats()).toMatchObject([join])
  expect((await mine.chats()).at(-1)).toMatchObject(join)
  expect((await historyOf(u3, id)).map((item) => item.seq)).toEqual([3])
  expect(await u3.ok(`/api/chat/sync/${id}`)).toMatchObject({ hasMore: false, lastSeq: 3 })
  const conversation = await conversationOf(u3, id)
  expect(conversation).toMatchObject({ startSeq: 2, unread: 0, lastReadSeq: 2, lastSeq: 3 })
  expect(conversation).not.toHaveProperty('lastMessage')
  await mine.say(id, '欢迎')
  expect(await conversationOf(u3, id)).toMatchObject({ unread: 1, lastMessage: { text: '欢迎' } })
  // Adding a present member again is idempotent and appends no message.
  await u1.ok(path(id))
  expect(await topicOf(u1, id)).toMatchObject({ lastSeq: 4, members: 3 })
})

test('adding an unknown user is refused', async () => {
  const {
    people: [u1],
    lin,
  } = await chatWorld('u1')
  const { id } = await createGroup(u1)

  for (const path of ['admin/add_member', 'invite'])
    for (const who of ['nobody', lin.id, 'a%3Ab', '%00', 'x'.repeat(300)])
      expect([who, (await u1.refused(`/api/topic/${path}/${id}/${who}`))[0]]).toEqual([who, 404])
  expect(await topicOf(u1, id)).toMatchObject({ lastSeq: 1, members: 1 })
})

test('who comes back begins anew: nothing from before and from between, what was set stays', async () => {
  const {
    people: [u1, u2],
  } = await chatWorld('u1', 'u2')
  const { id } = await createGroup(u1, u2)
  const socket = await u1.connect()
  await u2.ok(`/api/chat/update/${id}`, { sticky: true, remark: '旧群' })
  await socket.say(id, '旧')
  await u1.ok(`/api/topic/admin/kickout/${id}/u2`)
  await socket.say(id, '其间')

  await u1.ok(`/api/topic/invite/${id}/u2`)

  expect((await historyOf(u2, id)).map((item) => item.seq)).toEqual([5])
  const conversation = await conversationOf(u2, id)
  expect(conversation).toMatchObject({ startSeq: 4, lastReadSeq: 4, unread: 0, sticky: true, remark: '旧群' })
  expect(conversation).not.toHaveProperty('lastMessage')
  expect(conversation).not.toHaveProperty('lastSenderId')
  await socket.say(id, '新')
  expect(await conversationOf(u2, id)).toMatchObject({ unread: 1, lastMessage: { text: '新' } })
  expect(await listOf(u2, { lastRemovedAt: '2020-01-01T00:00:00Z' })).toMatchObject({ removed: [], total: 1 })
})

test('a silence ends with the membership', async () => {
  const {
    people: [u1, u2],
  } = await chatWorld('u1', 'u2')
  const { id } = await createGroup(u1, u2)
  await u1.ok(`/api/topic/admin/silent/${id}/u2`, { duration: 'forever' })

  await u2.ok(`/api/topic/quit/${id}`)
  await u1.ok(`/api/topic/invite/${id}/u2`)

  expect(await (await u2.connect()).say(id, '回来了')).toMatchObject({ code: 200 })
})

test('a group takes so many and no more, and the refusal disturbs nobody', async () => {
  const {
    people: [u1],
    address,
    db,
  } = await chatWorld('u1')
  const ids = Array.from({ length: GROUP_MEMBERS_MAX }, (_, n) => `m${n}`)
  await db.pool.query(
    `insert into chat_user (ent_id, id, created_at, updated_at)
     select '00000000-0000-0000-0000-000000000000', id, now(), now() from unnest($1::text[]) as t(id)`,
    [ids],
  )
  const last = await ChatPerson.register(address, 'last')

  expect(await u1.refused('/api/topic/create', { members: ids })).toEqual([400, 'too many members'])
  const { id } = await u1.ok<{ id: string }>('/api/topic/create', { members: ids.slice(1) })
  expect(await u1.refused(`/api/topic/invite/${id}/last`)).toEqual([400, 'too many members'])
  expect((await last.refused(`/api/topic/members/${id}`))[0]).toBe(403)
  expect(await topicOf(u1, id)).toMatchObject({ members: GROUP_MEMBERS_MAX, lastSeq: 1 })
  expect(await membersOf(u1, id)).toHaveLength(GROUP_MEMBERS_MAX)
  expect(await (await u1.connect()).say(id, '满了')).toMatchObject({ code: 200 })
})
