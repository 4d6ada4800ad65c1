import { expect, test } from 'vitest'
import { ChatPerson } from '../../../testing/chat-person.ts'
import { world } from '../../../testing/world.ts'
import { type Page, users } from './testing/users.ts'

/** Section 8 of the protocol over real HTTP and sockets: authentication, users and relations. */

// R82
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

test('behind https the cookies of the chat are sent by https only', async () => {
  const { app } = await world({ env: { PUBLIC_URL: 'https://ruwu.example', CHAT_REGISTRATION: 'open' } })

  const { headers } = await app.inject({ method: 'POST', url: '/api/guest/login', payload: { guestId: 'g1' } })

  const cookies = [headers['set-cookie']].flat()
  expect(cookies).toHaveLength(2)
  for (const cookie of cookies) expect(cookie).toMatch(/; Secure$/)
})

test('a guest’s id is its own: others need its secret, its cookie or its token', async () => {
  const { address } = await world({ ownNode: true })
  const enter = async (body: object, headers: Record<string, string> = {}) =>
    new ChatPerson(address, 'g1').request('/api/guest/login', undefined, {
      body: JSON.stringify({ guestId: 'g1', ...body }),
      headers: { 'content-type': 'application/json', ...headers },
    })
  const first = await enter({})
  const { token, profile } = first.body as { token: string; profile: { privateExtra: { guestSecret: string } } }
  const secret = profile.privateExtra.guestSecret
  const cookies = first.headers.getSetCookie()
  expect(cookies.map((cookie) => /^(\w+)=.*HttpOnly; SameSite=Lax/.exec(cookie)?.[1])).toEqual(['token', 'guest'])

  for (const [body, headers] of [
    [{}, {}],
    [{ secret: 'made-up' }, {}],
    [{ secret: `${secret.slice(0, -4)}AAAA` }, {}],
    [{}, { authorization: 'Bearer made-up' }],
  ])
    expect(await enter(body ?? {}, headers as Record<string, string>)).toMatchObject({
      status: 403,
      body: { error: 'this guest belongs to somebody else' },
    })
  const other = await new ChatPerson(address, 'g2').ok<{ token: string }>('/api/guest/login', { guestId: 'g2' })
  expect((await enter({}, { authorization: `Bearer ${other.token}` })).status).toBe(403)

  expect((await enter({ secret })).status).toBe(200)
  expect((await enter({}, { cookie: `guest=${secret}` })).status).toBe(200)
  expect((await enter({}, { authorization: `Bearer ${token}` })).status).toBe(200)
  expect((await enter({}, { cookie: `token=${token}` })).status).toBe(200)
})

test('two who come at once by one name are one guest: the other is refused', async () => {
  const { address } = await world({ ownNode: true })

  const answers = await Promise.all(
    Array.from({ length: 5 }, () => new ChatPerson(address, 'g1').request('/api/guest/login', { guestId: 'g1' })),
  )

  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 403, 403, 403, 403])
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
