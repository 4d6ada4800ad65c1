import { expect, test } from 'vitest'
import type { ChatEvents } from './events.ts'
import { world } from './testing/world.ts'

async function listening(...events: (keyof ChatEvents)[]) {
  const it = world()
  it.server.addTopic('group', ['u1', 'u2'])
  const client = await it.online('u1')
  const heard: [string, unknown][] = []
  for (const event of events) client.on(event, (payload) => heard.push([event, payload]))
  const push = async (frame: object) => {
    it.server.push('u1', { topicId: 'group', createdAt: it.server.time(), ...frame })
    await it.flush()
  }
  return { ...it, client, heard, push }
}

const chat = (type: string, more: object = {}) => ({
  type: 'chat',
  chatId: `c-${type}`,
  attendee: 'u2',
  content: { type, text: '', unreadable: true },
  ...more,
})

test.each([
  ['topicKnock', 'topic.knock', {}],
  ['knockAccepted', 'topic.knock.accept', {}],
  ['knockRejected', 'topic.knock.reject', { message: 'full' }],
  ['topicJoin', 'topic.join', { seq: 1 }],
  ['noticeUpdated', 'topic.notice', { seq: 1 }],
  ['memberUpdated', 'topic.quit', { seq: 1 }],
  ['memberUpdated', 'topic.update', { seq: 1 }],
  ['topicKickoff', 'topic.kickout', { seq: 1 }],
  ['topicDismissed', 'topic.dismiss', { seq: 1 }],
  ['topicSilenced', 'topic.silent', { seq: 1 }],
  ['memberSilenced', 'topic.silent.member', { seq: 1 }],
] as const)('%s hears of %s', async (event, type, more) => {
  const { heard, push } = await listening(event)

  await push(chat(type, more))

  expect(heard).toMatchObject([[event, { topicId: 'group', attendee: 'u2', content: { type } }]])
})

test.each([
  ['typing', { type: 'typing', attendee: 'u2', senderId: 'u2' }, { topicId: 'group', attendee: 'u2' }],
  ['systemMessage', { type: 'system', message: 'maintenance at noon' }, { message: 'maintenance at noon' }],
  ['read', { type: 'read', attendee: 'u2', seq: 4 }, { attendee: 'u2', seq: 4 }],
  ['topicMessage', chat('text', { seq: 1, content: { type: 'text', text: 'hi' } }), { seq: 1, senderId: 'u2' }],
  ['conversationRemoved', chat('conversation.removed', { attendee: 'u1' }), { topicId: 'group' }],
  [
    'conversationUpdated',
    chat('conversation.update', { attendee: 'u1', content: { type: 'conversation.update', text: '{"sticky":true}' } }),
    { topicId: 'group', sticky: true },
  ],
] as const)('%s hears of its frame', async (event, frame, payload) => {
  const { heard, push } = await listening(event)

  await push(frame)

  expect(heard).toMatchObject([[event, payload]])
})

// R73
test.each(['topic.dismiss', 'topic.kickout', 'topic.quit'])(
  'after %s of oneself nothing of the topic is left',
  async (type) => {
    const { client, push } = await listening()

    await push(chat(type, { seq: 1, attendee: 'u1' }))

    expect(client.conversations()).toEqual([])
    expect(client.messages('group')).toEqual([])
  },
)

test('another one’s leaving leaves the topic', async () => {
  const { client, push } = await listening()

  await push(chat('topic.kickout', { seq: 1 }))

  expect(client.conversations()).toHaveLength(1)
})

test('a kick is told once, nothing is called broken and nothing reconnects', async () => {
  const { client, server, heard, push, pass, flush } = await listening('kicked', 'networkBroken', 'authError')

  await push({ type: 'kickout', message: 'kick_self' })
  pass(60_000)
  await flush()

  expect(heard).toEqual([['kicked', 'kick_self']])
  expect(client.status).toBe('disconnected')
  expect(server.lines.size).toBe(0)
})

// R24
test('a kick whose attendee is the current user is ignored', async () => {
  const { client, heard, push } = await listening('kicked')

  await push({ type: 'kickout', message: 'kick_self', attendee: 'u1' })

  expect(heard).toEqual([])
  expect(client.status).toBe('connected')
})

test('a session that ended on the server is an auth error and ends the client', async () => {
  const { server, client, heard, line } = await listening('authError', 'networkBroken')

  server.cut(line('u1'), 4001)

  expect(heard).toEqual([['authError', undefined]])
  await expect(client.sendText('group', 'x')).rejects.toThrow('connection is shutdown')
})

test('a ping of the server is answered', async () => {
  const { server, line, settle } = await listening()

  server.push('u1', { type: 'ping', chatId: 'p1' })
  server.takeDown(line('u1'))
  await settle()

  expect(line('u1').up).toEqual(['{"type":"resp","chatId":"p1","code":200}'])
})

test.each(['', 'null', '[]', '{"type":7}', '{"type":"chat"}', '{"type":"chat","content":{},"topicId":"group"}'])(
  'the malformed frame %j is ignored',
  async (text) => {
    const { client, line, flush, errors } = await listening()

    line('u1').down.push(text)
    await flush()

    expect(client.status).toBe('connected')
    expect(errors).toEqual([])
  },
)
