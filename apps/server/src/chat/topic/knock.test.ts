import type { Knock } from '@ruwu/contract'
import { expect, test } from 'vitest'
import { chatWorld, conversationOf, createGroup, historyOf, topicOf, typesAt } from '../../testing/chat-world.ts'

const pendingAt = (person: { ok<T>(path: string): Promise<T> }, id: string) =>
  person.ok<Knock[]>(`/api/topic/admin/list_knock/${id}`)

test('a knock is kept once, refreshed by another, and told to owner and admins alone', async () => {
  const {
    people: [u1, u2, u3, u4],
    clock,
  } = await chatWorld('u1', 'u2', 'u3', 'u4')
  const { id } = await createGroup(u1, u2, u3)
  await u1.ok(`/api/topic/admin/add_admin/${id}/u2`)
  const [owner, admin, member] = [await u1.connect(), await u2.connect(), await u3.connect()]
  const createdAt = clock.now().toISOString()

  expect(await u4.ok(`/api/topic/knock/${id}`, { source: '扫码', message: '求进', memo: null })).toBe(true)

  for (const socket of [owner, admin]) {
    const [frame] = await socket.chats()
    expect(frame).toMatchObject({
      topicId: id,
      attendee: 'u4',
      message: '求进',
      source: '扫码',
      content: { type: 'topic.knock', unreadable: true },
    })
    expect(frame).not.toHaveProperty('seq')
  }
  expect(await member.chats()).toEqual([])
  clock.advance(1000)
  await u4.ok(`/api/topic/knock/${id}`, { message: '再求' })
  const updatedAt = clock.now().toISOString()
  const expected = [
    {
      topicId: id,
      userId: 'u4',
      message: '再求',
      source: '',
      memo: '',
      status: 'pending',
      adminId: '',
      createdAt,
      updatedAt,
    },
  ]
  for (const person of [u1, u2]) expect(await pendingAt(person, id)).toEqual(expected)
  for (const path of ['list_knock_all', 'list_knock_all/'])
    expect(await u2.ok(`/api/topic/admin/${path}`)).toEqual(expected)
  expect(await u3.ok('/api/topic/admin/list_knock_all/')).toEqual([])
  expect((await topicOf(u1, id)).lastSeq).toBe(2)
})

test('accepting adds the applicant: all hear the join, the applicant also the answer; twice changes nothing', async () => {
  const {
    people: [u1, u2, u3],
  } = await chatWorld('u1', 'u2', 'u3')
  const { id } = await createGroup(u1, u2)
  await u3.ok(`/api/topic/knock/${id}`, { message: '求进' })
  const [mine, other, applicant] = [await u1.connect(), await u2.connect(), await u3.connect()]

  expect(await u1.ok(`/api/topic/admin/knock/accept/${id}/u3`, { memo: '熟人', more: [1] })).toBe(true)

  const join = { attendee: 'u3', seq: 2, content: { type: 'topic.join', text: '求进', unreadable: true } }
  for (const socket of [mine, other]) expect(await socket.chats()).toMatchObject([join])
  const heard = await applicant.chats()
  expect(heard).toMatchObject([join, { content: { type: 'topic.knock.accept', unreadable: true }, topicId: id }])
  expect(heard[1]).not.toHaveProperty('seq')
  expect(await pendingAt(u1, id)).toEqual([])
  expect((await historyOf(u3, id)).map((item) => item.seq)).toEqual([2])

  expect(await u1.ok(`/api/topic/admin/knock/accept/${id}/u3`)).toBe(true)
  expect(await u1.ok(`/api/topic/admin/knock/accept/${id}/nobody`)).toBe(true)
  expect(await u3.ok(`/api/topic/knock/${id}`)).toBe(true)
  expect([await typesAt(applicant), await typesAt(mine)]).toEqual([[], []])
  expect(await topicOf(u1, id)).toMatchObject({ lastSeq: 2, members: 3 })
})

test('a rejection is told to the applicant alone, with its reason, and one may knock again', async () => {
  const {
    people: [u1, u2],
  } = await chatWorld('u1', 'u2')
  const { id } = await createGroup(u1)
  await u2.ok(`/api/topic/knock/${id}`)
  const [mine, applicant] = [await u1.connect(), await u2.connect()]

  expect(await u1.ok(`/api/topic/admin/knock/reject/${id}/u2`, { message: '人满' })).toBe(true)
  expect(await u1.ok(`/api/topic/admin/knock/reject/${id}/u2`, { message: null })).toBe(true)

  expect(await applicant.chats()).toMatchObject([{ message: '人满', content: { type: 'topic.knock.reject' } }])
  expect(await mine.chats()).toEqual([])
  expect(await pendingAt(u1, id)).toEqual([])
  expect((await u2.refused(`/api/chat/sync/${id}`))[0]).toBe(403)
  await u2.ok(`/api/topic/knock/${id}`, { message: '再来' })
  expect(await pendingAt(u1, id)).toMatchObject([{ message: '再来', status: 'pending' }])
  await u1.ok(`/api/topic/admin/knock/reject/${id}/u2`)
  expect((await applicant.chats())[0]).not.toHaveProperty('message')
})

test('where no approval is needed a knock is a join', async () => {
  const {
    people: [u1, u2],
    db,
  } = await chatWorld('u1', 'u2')
  const { id } = await createGroup(u1)
  await db.pool.query('update topic set needs_approval = false')
  const [mine, theirs] = [await u1.connect(), await u2.connect()]

  expect(await u2.ok(`/api/topic/knock/${id}`, { message: '我\u0000来了' })).toBe(true)

  for (const socket of [mine, theirs])
    expect(await socket.chats()).toMatchObject([
      { seq: 2, attendee: 'u2', content: { type: 'topic.join', text: '我来了' } },
    ])
  expect(await pendingAt(u1, id)).toEqual([])
  expect(await conversationOf(u2, id)).toMatchObject({ startSeq: 1, members: 2 })
})

test('nobody knocks at a DM, a private group, or one that is not there', async () => {
  const {
    people: [u1, u2],
    db,
  } = await chatWorld('u1', 'u2')
  const { id } = await createGroup(u1)
  await u2.ok('/api/topic/create/u1')
  await db.pool.query(`update topic set is_private = true where kind = 'group'`)

  expect((await u2.refused('/api/topic/knock/u1:u2'))[0]).toBe(400)
  expect((await u2.refused(`/api/topic/knock/${id}`))[0]).toBe(403)
  expect((await u2.refused(`/api/topic/knock/${'0'.repeat(32)}`))[0]).toBe(404)
  expect(await u1.ok('/api/topic/admin/list_knock_all/')).toEqual([])
})

test('an applicant who is added in another way is no longer pending, nor are those of a dismissed group', async () => {
  const {
    people: [u1, u2, u3],
  } = await chatWorld('u1', 'u2', 'u3')
  const { id } = await createGroup(u1)
  await u2.ok(`/api/topic/knock/${id}`)
  await u3.ok(`/api/topic/knock/${id}`)

  await u1.ok(`/api/topic/invite/${id}/u2`)

  expect(await pendingAt(u1, id)).toMatchObject([{ userId: 'u3' }])
  await u1.ok(`/api/topic/dismiss/${id}`)
  expect(await u1.ok('/api/topic/admin/list_knock_all/')).toEqual([])
})
