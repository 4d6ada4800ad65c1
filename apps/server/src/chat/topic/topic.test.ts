import { expect, test } from 'vitest'
import {
  asChat,
  chatWorld,
  conversationOf,
  createGroup,
  historyOf,
  listOf,
  membersOf,
  topicOf,
} from '../../testing/chat-world.ts'

test('a new group drops unknown members, merges double ones, and every member hears of it and has it in the list', async () => {
  const {
    people: [u1, u2, u3],
  } = await chatWorld('u1', 'u2', 'u3')
  const sockets = [await u1.connect(), await u2.connect(), await u3.connect()]

  const group = await u1.ok<{ id: string }>('/api/topic/create', {
    name: '木作群',
    icon: null,
    kind: null,
    members: ['u2', 'u3', 'u2', 'nobody', 'u1', 'bad id', 'a:b'],
  })

  expect(group).toMatchObject({ name: '木作群', ownerId: 'u1', admins: [], members: 3, multiple: true, lastSeq: 1 })
  expect(group.id).toMatch(/^[\w-]+$/)
  expect(group).not.toHaveProperty('attendee')
  expect(group).not.toHaveProperty('attendeeId')
  expect(group).not.toHaveProperty('notice')
  for (const socket of sockets) {
    expect(await socket.chats()).toMatchObject([
      {
        topicId: group.id,
        attendee: 'u1',
        seq: 1,
        content: { type: 'topic.create', text: '木作群', unreadable: true },
      },
    ])
  }
  for (const person of [u1, u2, u3]) {
    expect((await listOf(person)).items).toMatchObject([
      {
        topicId: group.id,
        multiple: true,
        unread: 0,
        topicOwnerId: 'u1',
        topicOwnerID: 'u1',
        name: '木作群',
        members: 3,
      },
    ])
    expect(await conversationOf(person, group.id)).not.toHaveProperty('lastMessage')
  }
})

test('a group needs nobody but its owner, and nothing but an empty body', async () => {
  const {
    people: [u1],
  } = await chatWorld('u1')

  expect(await u1.ok('/api/topic/create')).toMatchObject({ name: '', members: 1, ownerId: 'u1' })
  expect(await u1.ok('/api/topic/create', { name: null, members: null })).toMatchObject({ members: 1 })
})

test('a message in a group reaches all, under the same id, and counts as unread for all but the sender', async () => {
  const {
    people: [u1, u2, u3],
  } = await chatWorld('u1', 'u2', 'u3')
  const { id } = await createGroup(u1, u2, u3)
  const sockets = [await u1.connect(), await u2.connect(), await u3.connect()]

  expect(await sockets[1]!.say(id, '大家好')).toMatchObject({ code: 200, seq: 2, topicId: id })

  for (const socket of sockets) {
    expect(await socket.chats()).toMatchObject([{ topicId: id, attendee: 'u2', seq: 2, content: { text: '大家好' } }])
  }
  expect(await conversationOf(u1, id)).toMatchObject({ unread: 1, lastSenderId: 'u2', lastMessageSeq: 2 })
  expect(await conversationOf(u2, id)).toMatchObject({ unread: 0, lastReadSeq: 2 })
})

test('topic info: strangers may look at an open group, not at a private one; former members may look at both', async () => {
  const {
    people: [u1, u2, u3],
    db,
  } = await chatWorld('u1', 'u2', 'u3')
  const { id } = await createGroup(u1, u2)

  expect((await topicOf(u3, id)).id).toBe(id)
  await db.pool.query('update topic set is_private = true')
  expect((await u3.refused(`/api/topic/info/${id}`))[0]).toBe(403)
  await u1.ok(`/api/topic/admin/kickout/${id}/u2`)
  expect(await topicOf(u2, id)).toMatchObject({ id, members: 1, private: true })
  expect((await u1.refused('/api/topic/info/00000000000000000000000000000000'))[0]).toBe(404)
  expect((await u1.refused('/api/topic/info/u2:u3'))[0]).toBe(403)
})

test('members come in the order they joined, page by page, each once, for members only', async () => {
  const {
    people: [u1, u2, u3, u4],
    clock,
  } = await chatWorld('u1', 'u2', 'u3', 'u4')
  const { id } = await createGroup(u1, u2, u3)
  await u1.ok(`/api/topic/admin/add_member/${id}/u4`)

  expect(await membersOf(u2, id)).toEqual(['u1', 'u2', 'u3', 'u4'])
  for (const limit of [1, 2, 3]) expect(await membersOf(u2, id, limit)).toEqual(['u1', 'u2', 'u3', 'u4'])
  expect(await membersOf(u2, id, 1000)).toHaveLength(4)
  // Two members change at the same time; their `updatedAt` cursors stay distinct, so no page loses one.
  await u1.ok(`/api/topic/admin/transfer/${id}/u3`)
  expect((await membersOf(u2, id, 1)).toSorted()).toEqual(['u1', 'u2', 'u3', 'u4'])
  await u4.ok(`/api/topic/quit/${id}`)
  expect((await u4.refused(`/api/topic/members/${id}`))[0]).toBe(403)
  clock.advance(1000)
  const { updatedAt } = await u2.ok<{ updatedAt: string }>(`/api/topic/members/${id}`)
  expect(await u2.ok(`/api/topic/members/${id}`, { updatedAt })).toEqual({ hasMore: false, updatedAt, items: [] })
})

test('the two ends of a DM are its members, also one by one', async () => {
  const {
    people: [u1],
  } = await chatWorld('u1', 'u2')
  await u1.ok('/api/topic/create/u2')

  expect((await membersOf(u1, 'u1:u2', 1)).toSorted()).toEqual(['u1', 'u2'])
})

test('an update changes what is given, and tells all members the whole topic', async () => {
  const {
    people: [u1, u2],
    clock,
  } = await chatWorld('u1', 'u2')
  const { id } = await createGroup(u1, u2)
  const socket = await u2.connect()
  const before = await conversationOf(u2, id)
  clock.advance(5)

  expect(await u1.ok(`/api/topic/admin/update/${id}`, { name: '新名', icon: null, kind: 'vip' })).toBe(true)

  const frame = await socket.nextChat()
  expect(frame).toMatchObject({ seq: 2, attendee: 'u1', content: { type: 'topic.update', unreadable: true } })
  expect(JSON.parse(frame.content.text ?? '')).toMatchObject({
    id,
    name: '新名',
    icon: '',
    kind: 'vip',
    ownerId: 'u1',
    extra: {},
  })
  expect(await topicOf(u2, id)).toMatchObject({ name: '新名', kind: 'vip' })
  const after = await conversationOf(u2, id)
  expect(after).toMatchObject({ name: '新名', kind: 'vip', unread: 0 })
  expect(after.updatedAt > before.updatedAt).toBe(true)
  expect((await listOf(u2, { category: 'vip' })).items).toHaveLength(1)
  expect((await listOf(u2, { category: 'group' })).items).toEqual([])
})

test('a notice has its publisher and time, and is told as JSON', async () => {
  const {
    people: [u1, u2],
    clock,
  } = await chatWorld('u1', 'u2')
  const { id } = await createGroup(u1, u2)
  const socket = await u2.connect()

  expect(await u1.ok(`/api/topic/admin/notice/${id}`, { text: '周五团建' })).toBe(true)

  const notice = { text: '周五团建', publisher: 'u1', updatedAt: clock.now().toISOString() }
  const frame = await socket.nextChat()
  expect(frame).toMatchObject({ attendee: 'u1', content: { type: 'topic.notice', unreadable: true } })
  expect(JSON.parse(frame.content.text ?? '')).toEqual(notice)
  expect((await topicOf(u2, id)).notice).toEqual(notice)
})

test('a dismissed group takes nothing more, leaves every list as removed, and can still be looked up', async () => {
  const {
    people: [u1, u2],
    clock,
  } = await chatWorld('u1', 'u2')
  const { id } = await createGroup(u1, u2)
  const [mine, theirs] = [await u1.connect(), await u2.connect()]
  await mine.say(id, '再见')
  const lastRemovedAt = clock.now().toISOString()
  clock.advance(1000)
  expect((await u2.refused(`/api/topic/dismiss/${id}`))[0]).toBe(403)

  expect(await u1.ok(`/api/topic/dismiss/${id}`, { anything: 1 })).toBe(true)

  expect(await theirs.nextChat((frame) => frame.content.type === 'topic.dismiss')).toMatchObject({
    attendee: 'u1',
    content: { text: '', unreadable: true },
  })
  for (const person of [u1, u2]) {
    expect(await listOf(person, { lastRemovedAt })).toMatchObject({
      items: [],
      total: 0,
      removed: [id],
      lastRemovedAt: clock.now().toISOString(),
    })
    expect((await person.refused(`/api/chat/info/${id}`))[1]).toContain('404')
    expect((await topicOf(person, id)).id).toBe(id)
    expect((await historyOf(person, id)).map((item) => item.content.type)).toEqual([
      'topic.dismiss',
      'text',
      'topic.create',
    ])
  }
  expect(await mine.say(id, '还在吗')).toMatchObject({ code: 403 })
  expect((await u1.refused(`/api/chat/send/${id}`, { content: { type: 'text', text: 'x' } }))[0]).toBe(403)
  for (const path of ['dismiss', 'admin/notice', 'admin/update', 'quit', 'knock'])
    expect([path, (await u1.refused(`/api/topic/${path}/${id}`, { text: 'x' }))[0]]).toEqual([path, 403])
})

// R78
test('the owner makes and unmakes admins, who may then do what admins may', async () => {
  const {
    people: [u1, u2, u3],
  } = await chatWorld('u1', 'u2', 'u3')
  const { id } = await createGroup(u1, u2, u3)
  const socket = await u3.connect()
  const notice = (person: typeof u1) => person.refused(`/api/topic/admin/notice/${id}`, { text: 'x' })

  expect((await notice(u2))[0]).toBe(403)
  expect(await u1.ok(`/api/topic/admin/add_admin/${id}/u2`)).toBe(true)
  const frame = await socket.nextChat()
  expect(frame.content.type).toBe('topic.update')
  expect(JSON.parse(frame.content.text ?? '')).toMatchObject({ id, admins: ['u2'] })
  expect((await topicOf(u3, id)).admins).toEqual(['u2'])
  expect((await notice(u2))[0]).toBe(200)

  expect((await u2.refused(`/api/topic/admin/add_admin/${id}/u3`))[0]).toBe(403)
  expect((await u1.refused(`/api/topic/admin/add_admin/${id}/u1`))[0]).toBe(400)
  expect((await u1.refused(`/api/topic/admin/remove_admin/${id}/u1`))[0]).toBe(400)
  expect((await u1.refused(`/api/topic/admin/add_admin/${id}/nobody`))[0]).toBe(404)
  expect(await u1.ok(`/api/topic/admin/remove_admin/${id}/u2`)).toBe(true)
  expect((await notice(u2))[0]).toBe(403)
})

test('a group changes hands: the new owner leaves the admins, the old one is a plain member', async () => {
  const {
    people: [u1, u2, u3],
  } = await chatWorld('u1', 'u2', 'u3')
  const { id } = await createGroup(u1, u2, u3)
  await u1.ok(`/api/topic/admin/add_admin/${id}/u2`)
  const socket = await u3.connect()

  expect((await u2.refused(`/api/topic/admin/transfer/${id}/u2`))[0]).toBe(403)
  expect((await u1.refused(`/api/topic/admin/transfer/${id}/nobody`))[0]).toBe(404)
  expect(await u1.ok(`/api/topic/admin/transfer/${id}/u2`)).toBe(true)

  expect(await socket.nextChat()).toMatchObject({
    attendee: 'u2',
    content: { type: 'topic.change.owner', text: 'u2', unreadable: true },
  })
  expect(await topicOf(u3, id)).toMatchObject({ ownerId: 'u2', admins: [] })
  expect(await conversationOf(u3, id)).toMatchObject({ topicOwnerId: 'u2', topicOwnerID: 'u2' })
  expect((await u1.refused(`/api/topic/dismiss/${id}`))[0]).toBe(403)
  expect(await u1.ok(`/api/topic/quit/${id}`)).toBe(true)
})

const adminPaths = (id: string, userId: string) => [
  `admin/update/${id}`,
  `admin/notice/${id}`,
  `admin/list_knock/${id}`,
  `admin/knock/accept/${id}/${userId}`,
  `admin/knock/reject/${id}/${userId}`,
  `admin/add_member/${id}/${userId}`,
  `admin/kickout/${id}/${userId}`,
  `admin/silent_topic/${id}`,
  `admin/silent/${id}/${userId}`,
  `admin/silent_topic/${id}/${userId}`,
  `admin/add_admin/${id}/${userId}`,
  `admin/remove_admin/${id}/${userId}`,
  `admin/transfer/${id}/${userId}`,
  `invite/${id}/${userId}`,
  `dismiss/${id}`,
]

test('every admin route refuses: on a DM 400, to members and strangers 403, for an unknown group and from another space 404', async () => {
  const {
    people: [u1, u2, u3],
    address,
    lin,
    rival,
  } = await chatWorld('u1', 'u2', 'u3')
  const { id } = await createGroup(u1, u2)
  const agents = await createGroup(asChat(address, lin))
  await u1.ok('/api/topic/create/u2')
  const unknown = 'f'.repeat(32)
  const changes = [
    [u1, 'u1:u2', 400],
    [u2, id, 403],
    [u3, id, 403],
    [u1, unknown, 404],
    [u1, 'no-such-form', 404],
    [u1, agents.id, 404],
    [asChat(address, rival), agents.id, 404],
    [asChat(address, lin), id, 404],
  ] as const

  for (const [person, topic, status] of changes) {
    for (const path of adminPaths(topic, 'u2'))
      expect([path, (await person.refused(`/api/topic/${path}`, { text: 'x', duration: '1m' }))[0]]).toEqual([
        path,
        status,
      ])
  }
  expect(await topicOf(u1, id)).toMatchObject({ lastSeq: 1, members: 2, ownerId: 'u1', admins: [] })
})

test('without a token every route is 401, whatever its body', async () => {
  const {
    people: [u1],
  } = await chatWorld('u1')
  u1.token = ''

  for (const path of [...adminPaths('x', 'y'), 'create', 'create/u2', 'info/x', 'members/x', 'quit/x', 'knock/x'])
    for (const body of ['{', '"', '{"name":7}'])
      expect([path, (await u1.request(`/api/topic/${path}`, undefined, { body })).status]).toEqual([path, 401])
})

test('a group of agents lives within their enterprise', async () => {
  const { address, lin, wei, rival } = await chatWorld()
  const [linChat, weiChat] = [asChat(address, lin), asChat(address, wei)]
  const socket = await weiChat.connect()

  const group = await linChat.ok<{ id: string }>('/api/topic/create', {
    name: '售后',
    members: [wei.id, rival.id, 'u1'],
  })

  expect(group).toMatchObject({ members: 2 })
  expect(await socket.nextChat()).toMatchObject({ topicId: group.id, attendee: lin.id })
  for (const path of ['topic/info', 'topic/members', 'topic/knock', 'chat/sync', 'chat/info'])
    expect([path, (await asChat(address, rival).refused(`/api/${path}/${group.id}`))[0]]).toEqual([path, 404])
})
