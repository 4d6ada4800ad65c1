import { expect, test } from 'vitest'
import type { ChatSocket } from '../../testing/chat-person.ts'
import { chatWorld, conversationOf, createGroup, topicOf } from '../../testing/chat-world.ts'

const MINUTE_MS = 60_000

async function silentGroup() {
  const here = await chatWorld('u1', 'u2', 'u3')
  const [u1, u2, u3] = here.people
  const { id } = await createGroup(u1, u2, u3)
  await u1.ok(`/api/topic/admin/add_admin/${id}/u2`)
  const sockets = [await u1.connect(), await u2.connect(), await u3.connect()] as const
  for (const socket of sockets) await socket.chats()
  return { ...here, u1, u2, u3, id, sockets }
}

const codes = async (id: string, sockets: readonly ChatSocket[]) => {
  const acks: number[] = []
  for (const socket of sockets) acks.push((await socket.say(id, '说')).code)
  return acks
}

test('in a silent group only owner and admins send, control messages included, until it ends by itself', async () => {
  const { u1, u3, id, sockets, clock } = await silentGroup()
  const [, , member] = sockets
  await member.say(id, '先说一句', 'own')
  for (const socket of sockets) await socket.chats()

  expect(await u1.ok(`/api/topic/admin/silent_topic/${id}`, { duration: '10m' })).toBe(true)

  for (const socket of sockets)
    expect(await socket.chats()).toMatchObject([{ attendee: 'u1', content: { type: 'topic.silent', text: '10m' } }])
  expect(await topicOf(u3, id)).toMatchObject({ silent: true, muted: true })
  expect(await codes(id, sockets)).toEqual([200, 200, 403])
  expect(await member.chat(id, { type: 'recall', text: 'own' })).toMatchObject({ code: 403 })
  expect((await u3.refused(`/api/chat/send/${id}`, { content: { type: 'text', text: 'x' } }))[0]).toBe(403)
  clock.advance(10 * MINUTE_MS - 1)
  expect(await member.say(id, '还没')).toMatchObject({ code: 403 })
  clock.advance(1)
  expect(await member.say(id, '可以了')).toMatchObject({ code: 200 })
  expect(await topicOf(u3, id)).toMatchObject({ silent: false, muted: false })
  for (const socket of sockets)
    expect((await socket.chats()).filter((frame) => frame.content.type !== 'text')).toEqual([])
})

test('a resent message of before the silence is still acknowledged', async () => {
  const { u1, id, sockets } = await silentGroup()
  const [, , member] = sockets
  const first = await member.say(id, '先', 'c1')

  await u1.ok(`/api/topic/admin/silent_topic/${id}`, { duration: 'forever' })

  expect(await member.say(id, '先', 'c1')).toMatchObject({ code: 200, seq: first.seq })
})

test('in a silent group reading works, typing of the silenced is dropped', async () => {
  const { u1, u3, id, sockets } = await silentGroup()
  const [owner, admin, member] = sockets
  await u1.ok(`/api/topic/admin/silent_topic/${id}`, { duration: 'forever' })
  await owner.say(id, '安静')

  member.wire.send({ type: 'read', topicId: id, chatId: 'r1' })
  member.wire.send({ type: 'typing', topicId: id })
  admin.wire.send({ type: 'typing', topicId: id })

  expect(await member.wire.next((frame) => frame.type === 'resp' && frame.chatId === 'r1')).toMatchObject({ code: 200 })
  expect(await owner.wire.next((frame) => frame.type === 'read')).toMatchObject({ attendee: 'u3' })
  expect(await conversationOf(u3, id)).toMatchObject({ unread: 0 })
  await Promise.all([member.wire.roundTrip(), admin.wire.roundTrip()])
  await owner.wire.roundTrip()
  expect(owner.wire.take('typing')).toMatchObject([{ attendee: 'u2', senderId: 'u2', topicId: id }])
})

test.each([
  ['3m', 3 * MINUTE_MS],
  ['2h', 120 * MINUTE_MS],
  ['1d', 1440 * MINUTE_MS],
  ['1w', 7 * 1440 * MINUTE_MS],
  [90, 90_000],
  ['90', 90_000],
])('a member silenced for %s may speak again after it, and the others all the time', async (duration, ms) => {
  const { u1, id, sockets, clock } = await silentGroup()
  const [owner, admin, member] = sockets

  expect(await u1.ok(`/api/topic/admin/silent/${id}/u3`, { duration })).toBe(true)

  expect(await member.nextChat()).toMatchObject({
    attendee: 'u3',
    content: { type: 'topic.silent.member', text: String(duration), unreadable: true },
  })
  expect(await codes(id, [owner, admin, member])).toEqual([200, 200, 403])
  clock.advance(ms - 1)
  expect(await member.say(id, '还没')).toMatchObject({ code: 403 })
  clock.advance(1)
  expect(await member.say(id, '可以了')).toMatchObject({ code: 200 })
})

test.each([[''], ['0'], [0], [null], ['0m'], [undefined]])('a silence is lifted by %j', async (duration) => {
  const { u1, id, sockets } = await silentGroup()
  const [, , member] = sockets
  await u1.ok(`/api/topic/admin/silent_topic/${id}`, { duration: 'forever' })
  await u1.ok(`/api/topic/admin/silent_topic/${id}/u3`, { duration: 'forever' })
  await member.chats()

  await u1.ok(`/api/topic/admin/silent_topic/${id}`, { duration })
  expect(await member.say(id, '我还不行')).toMatchObject({ code: 403, message: 'member is silent' })
  await u1.ok(`/api/topic/admin/silent_topic/${id}/u3`, { duration })

  expect(await member.say(id, '好了')).toMatchObject({ code: 200 })
  expect((await member.chats()).slice(0, 2)).toMatchObject([
    { content: { type: 'topic.silent', text: '' } },
    { content: { type: 'topic.silent.member', text: '' }, attendee: 'u3' },
  ])
})

test('what can’t be read as a duration is refused and changes nothing', async () => {
  const { u1, id } = await silentGroup()

  for (const duration of ['soon', '-1m', -5, '1x', '10 m', [], {}, true, '9'.repeat(40)])
    for (const path of [`silent_topic/${id}`, `silent/${id}/u3`])
      expect([duration, (await u1.refused(`/api/topic/admin/${path}`, { duration }))[0]]).toEqual([duration, 400])
  expect(await topicOf(u1, id)).toMatchObject({ silent: false, lastSeq: 2 })
})

test('the owner can’t be silenced, nor who is not a member', async () => {
  const { u2, id } = await silentGroup()

  expect((await u2.refused(`/api/topic/admin/silent/${id}/u1`, { duration: '1m' }))[0]).toBe(400)
  expect((await u2.refused(`/api/topic/admin/silent/${id}/nobody`, { duration: '1m' }))[0]).toBe(404)
})
