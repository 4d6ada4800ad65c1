import { CHAT_CLIENT_ERRORS, SHORT_CODE_ALPHABET } from '@ruwu/domain'
import { expect, test } from 'vitest'
import { memoryStorage } from './storage.ts'
import { seeded, world } from './testing/world.ts'

/** u1 and u2 with a DM, u1, u2 and u3 in a group; u1 is online. */
async function atHome() {
  const it = world(seeded(7))
  it.server.addTopic('u1:u2', ['u1', 'u2'])
  it.server.addTopic('group', ['u1', 'u2', 'u3'])
  const client = await it.online('u1')
  const say = async (topicId: string, senderId: string, text: string, chatId = `${senderId}-${text}`) => {
    it.server.say(topicId, senderId, { type: 'text', text }, chatId)
    await it.flush()
  }
  const texts = (topicId: string) => client.messages(topicId).map(({ content, status }) => `${content.text} ${status}`)
  return { ...it, client, say, texts }
}

test.each([
  ['', 'token', CHAT_CLIENT_ERRORS.usernameMissing],
  ['u1', '', CHAT_CLIENT_ERRORS.tokenMissing],
])('a token login with user %j and token %j fails', async (username, token, text) => {
  const { client } = world()
  const made = await client('u9')

  await expect(made.loginWithToken(username, token)).rejects.toThrow(text)
})

// R86
test('a client goes from disconnected over connecting to connected and tells', async () => {
  const it = world()
  const client = await it.client('u1')
  const heard: string[] = []
  for (const event of ['connecting', 'connected', 'socket_connected', 'socket_disconnected', 'networkBroken'] as const)
    client.on(event, () => heard.push(event))
  expect(client.status).toBe('disconnected')

  await client.connect()
  expect(client.status).toBe('connecting')
  it.server.admit()
  expect(client.status).toBe('connected')
  it.server.cut(it.line('u1'))

  expect(client.status).toBe('disconnected')
  expect(heard).toEqual(['connecting', 'connected', 'socket_connected', 'socket_disconnected', 'networkBroken'])
})

// R69, R84
test('a message shows at once as pending and becomes sent under an id of 8 characters', async () => {
  const { client, flush, texts } = await atHome()

  const sent = client.sendText('u1:u2', 'hello')
  expect(texts('u1:u2')).toEqual(['hello pending'])
  await flush()

  const message = await sent
  expect(message).toMatchObject({ seq: 1, status: 'sent', isSentByMe: true, topicId: 'u1:u2' })
  expect(message.chatId).toHaveLength(8)
  expect(message.chatId.split('').every((letter) => SHORT_CODE_ALPHABET.includes(letter))).toBe(true)
  expect(texts('u1:u2')).toEqual(['hello sent'])
})

test.each(['answer', 'echo'] as const)('the %s alone makes a message sent', async (which) => {
  const { client, server, line, settle, texts } = await atHome()
  const sent = client.sendText('u1:u2', 'hello')

  server.takeUp(line('u1'))
  line('u1').down = line('u1').down.filter((text) => text.includes('"resp"') === (which === 'answer'))
  server.takeDown(line('u1'))
  await settle()

  expect(texts('u1:u2')).toEqual(['hello sent'])
  await expect(sent).resolves.toMatchObject({ status: 'sent', seq: 1 })
})

// R84, R88
test('a message without an answer in 15 s fails with timeout, and a late answer still counts', async () => {
  const { client, server, line, pass, flush, settle, texts } = await atHome()
  const failed: unknown[] = []
  client.on('sendFailed', ({ error }) => failed.push(error))

  const sent = client.sendText('u1:u2', 'hello')
  server.takeUp(line('u1'))
  pass(15_000)
  await expect(sent).rejects.toThrow('timeout')
  await settle()
  expect(texts('u1:u2')).toEqual(['hello failed'])
  expect(failed).toEqual(['timeout'])

  await flush()
  expect(texts('u1:u2')).toEqual(['hello sent'])
})

// R85
test('a refused message fails with the server’s words and is sent again under the same id', async () => {
  const { client, server, line, flush, settle, texts } = await atHome()
  const sent = client.sendText('u1:u2', 'hello')
  const { chatId } = client.messages('u1:u2')[0]!
  line('u1').up.length = 0
  line('u1').down.push(JSON.stringify({ type: 'resp', chatId, code: 403, message: 'silenced' }))
  server.takeDown(line('u1'))
  await expect(sent).rejects.toThrow('silenced')
  await settle()

  const again = client.retry('u1:u2', chatId)
  expect(texts('u1:u2')).toEqual(['hello pending'])
  await flush()

  await expect(again).resolves.toMatchObject({ chatId, status: 'sent' })
  expect(server.topics.get('u1:u2')!.log).toHaveLength(1)
})

test('what had no answer is sent again after a reconnect and stored once', async () => {
  const { client, server, line, flush, pass, texts } = await atHome()
  const first = client.sendText('u1:u2', 'stored, unanswered')
  const second = client.sendText('u1:u2', 'never arrived')
  server.takeUp(line('u1'))
  server.cut(line('u1'))
  const third = client.sendText('u1:u2', 'while away')
  await flush()

  pass(10_000)
  await flush()

  await Promise.all([first, second, third])
  expect(texts('u1:u2')).toEqual(['stored, unanswered sent', 'never arrived sent', 'while away sent'])
  expect(server.topics.get('u1:u2')!.log.map(({ content }) => content.text)).toEqual([
    'stored, unanswered',
    'never arrived',
    'while away',
  ])
})

test('what was on its way when the page was closed goes out with the next visit', async () => {
  const it = world()
  const storage = memoryStorage()
  it.server.addTopic('u1:u2', ['u1', 'u2'])
  const before = await it.online('u1', storage)
  before.sendText('u1:u2', 'hello').catch(() => undefined)
  await it.settle()
  it.crash(before)

  const after = await it.online('u1', storage)

  expect(after.messages('u1:u2').map(({ content, status }) => [content.text, status])).toEqual([['hello', 'sent']])
})

// R88
test('sending before connecting or after a shutdown fails with connection is shutdown', async () => {
  const { client, texts } = await atHome()
  const waiting = client.sendText('u1:u2', 'waiting')

  client.shutdown()

  await expect(waiting).rejects.toThrow('connection is shutdown')
  await expect(client.sendText('u1:u2', 'later')).rejects.toThrow('connection is shutdown')
  expect(texts('u1:u2')).toEqual(['waiting failed'])
  expect(client.status).toBe('disconnected')
})

test('a message of somebody else arrives once, counts as unread and moves the conversation', async () => {
  const { client, say, pass } = await atHome()
  const heard: unknown[] = []
  client.on('topicMessage', ({ content }) => heard.push(content.text))

  await say('group', 'u2', 'first')
  pass(1)
  await say('u1:u2', 'u2', 'second')

  expect(heard).toEqual(['first', 'second'])
  expect(client.conversations().map(({ topicId, unread }) => [topicId, unread])).toEqual([
    ['u1:u2', 1],
    ['group', 1],
  ])
  expect(client.messages('u2:u1')).toHaveLength(1)
})

test('what was missed while away is fetched after the reconnect, each message told once', async () => {
  const { client, server, line, say, pass, flush } = await atHome()
  const heard: unknown[] = []
  client.on('topicMessage', ({ seq }) => heard.push(seq))
  await say('group', 'u2', 'one')
  server.cut(line('u1'))
  await say('group', 'u2', 'two')
  await say('group', 'u3', 'three')

  pass(10_000)
  await flush()

  expect(heard).toEqual([1, 2, 3])
  expect(client.conversations().find(({ topicId }) => topicId === 'group')).toMatchObject({ unread: 3, lastSeq: 3 })
})

test('reading clears the count here and on the user’s other client', async () => {
  const { client, online, say, flush } = await atHome()
  const other = await online('u1')
  await say('group', 'u2', 'hello')

  const read = client.read('group')
  expect((await client.conversation('group')).unread).toBe(0)
  await flush()
  await read

  expect((await other.conversation('group')).unread).toBe(0)
})

test('the other one’s reading shows at one’s own messages of a DM', async () => {
  const { client, online, flush } = await atHome()
  const other = await online('u2')
  client.sendText('u1:u2', 'hello').catch(() => undefined)
  await flush()

  other.read('u2:u1').catch(() => undefined)
  await flush()

  expect(client.messages('u1:u2')[0]!.read).toBe(true)
})

test('marking unread shows at least one', async () => {
  const { client } = await atHome()

  expect((await client.markUnread('group')).unread).toBe(1)
})

// R73
test('a message of an unknown topic is dropped unless its conversation can be fetched', async () => {
  const { client, server, line, flush } = await atHome()
  const frame = (topicId: string) =>
    JSON.stringify({
      type: 'chat',
      topicId,
      chatId: `c-${topicId}`,
      seq: 1,
      attendee: 'u2',
      createdAt: server.time(),
      content: { type: 'text', text: 'hi' },
    })
  line('u1').down.push(frame('nowhere'))
  server.addTopic('new', ['u1', 'u2'])
  line('u1').down.push(frame('new'))
  await flush()

  expect(client.messages('nowhere')).toEqual([])
  expect(client.messages('new')).toHaveLength(1)
  expect(client.conversations().map(({ topicId }) => topicId)).toContain('new')
})

test('a recall takes the message away for everybody', async () => {
  const { client, online, flush } = await atHome()
  const other = await online('u2')
  client.sendText('u1:u2', 'oops').catch(() => undefined)
  await flush()
  const { chatId } = client.messages('u1:u2')[0]!

  client.recall('u1:u2', chatId).catch(() => undefined)
  await flush()

  for (const [each, topicId] of [
    [client, 'u1:u2'],
    [other, 'u2:u1'],
  ] as const) {
    expect(each.messages(topicId)[0]).toMatchObject({ recall: true, content: { type: 'recalled' } })
    expect((await each.conversation(topicId)).lastMessage).toEqual({ type: 'recalled' })
  }
  expect((await other.conversation('u2:u1')).unread).toBe(0)
  await expect(client.recall('u1:u2', chatId)).rejects.toThrow('already recalled')
})

test.each([
  ['of somebody else', 'theirs', 0, 'not the sender'],
  ['of 120 s ago', 'mine', 120_000, 'recall timeout'],
  ['that nobody knows', 'none', 0, 'message not found'],
])('a message %s cannot be recalled', async (_, chatId, age, text) => {
  const { client, say, pass } = await atHome()
  await say('group', 'u2', 'x', 'theirs')
  await say('group', 'u1', 'y', 'mine')
  pass(age)

  await expect(client.recall('group', chatId)).rejects.toThrow(text)
})

test('a message recalled from elsewhere before its sender heard of it is sent again as it was written', async () => {
  const { client, server, line, pass, flush } = await atHome()
  const sent = client.sendText('group', 'hello')
  server.takeUp(line('u1'))
  line('u1').down.length = 0
  const { chatId } = client.messages('group')[0]!
  server.say('group', 'u1', { type: 'recall', text: chatId, unreadable: true }, 'r1')
  server.takeDown(line('u1'))
  pass(15_000)
  await expect(sent).rejects.toThrow('timeout')

  const again = client.retry('group', chatId)
  const written = line('u1').up.map((text) => JSON.parse(text) as { type: string; content?: object })
  await flush()

  expect(written.find(({ type }) => type === 'chat')).toMatchObject({
    chatId,
    content: { type: 'text', text: 'hello' },
  })
  await expect(again).resolves.toMatchObject({ status: 'sent', seq: 1 })
  await client.history('group')
  expect(client.messages('group').map(({ recall }) => recall)).toEqual([true, false])
})

test('a recall of what is not held here is taken from the unread by asking', async () => {
  const it = world()
  it.server.addTopic('group', ['u1', 'u2'])
  for (const text of ['one', 'two']) it.server.say('group', 'u2', { type: 'text', text }, text)
  const client = await it.online('u1')
  const unread = () => client.conversations().map((each) => each.unread)
  expect(unread()).toEqual([2])

  it.server.say('group', 'u2', { type: 'recall', text: 'one', unreadable: true }, 'r1')
  await it.flush()

  expect(unread()).toEqual([1])
  expect(client.messages('group').map(({ chatId }) => chatId)).toEqual(['r1'])
})

test('an update of extra reaches everybody and replaces the whole', async () => {
  const { client, online, flush } = await atHome()
  const other = await online('u2')
  const sent = client.send('u1:u2', { type: 'text', text: 'x', extra: { old: '1' } })
  await flush()

  client.updateExtra('u1:u2', (await sent).chatId, { k: 'v' }).catch(() => undefined)
  await flush()

  expect(other.messages('u2:u1')[0]!.content.extra).toEqual({ k: 'v' })
})

// R73
test('a conversation removed here or elsewhere takes its messages along', async () => {
  const { client, online, server, say, flush } = await atHome()
  const other = await online('u1')
  const removed: unknown[] = []
  other.on('conversationRemoved', (event) => removed.push(event))
  await say('group', 'u2', 'hello')

  await client.removeConversation('group')
  server.push('u1', {
    type: 'chat',
    topicId: 'group',
    chatId: 'r',
    attendee: 'u1',
    createdAt: server.time(),
    content: { type: 'conversation.removed', text: '', unreadable: true },
  })
  await flush()

  for (const each of [client, other]) {
    expect(each.messages('group')).toEqual([])
    expect(each.conversations().map(({ topicId }) => topicId)).toEqual(['u1:u2'])
  }
  expect(removed).toEqual([{ topicId: 'group' }])
  await expect(client.history('group')).rejects.toThrow('conversation not found')
})

test('a conversation removed while away is gone after the reconnect', async () => {
  const { client, server, line, pass, flush } = await atHome()
  pass(60_000)
  server.cut(line('u1'))
  await client.api.conversation.remove({ topicId: 'group' })

  pass(10_000)
  await flush()

  expect(client.conversations().map(({ topicId }) => topicId)).toEqual(['u1:u2'])
})

// R81
test('the list is synchronised in pages of 100 and continued from its cursor', async () => {
  const it = world()
  for (let i = 0; i < 230; i += 1) {
    it.server.addTopic(`t${i}`, ['u1'])
    it.pass(1000)
  }
  const client = await it.online('u1')
  const lists = () => it.server.calls.filter(({ path }) => path === '/api/chat/list').map(({ body }) => body)
  expect(client.conversations()).toHaveLength(230)
  expect(lists().map(({ limit }) => limit)).toEqual([100, 100, 100])

  await client.syncConversations()

  expect(lists()).toHaveLength(4)
  expect(lists()[3]!.updatedAt).toBeDefined()
})

test('clearing the messages leaves none here, and the next one is the first', async () => {
  const { client, say } = await atHome()
  await say('group', 'u2', 'old')

  await client.clearMessages('group')
  await say('group', 'u2', 'new')

  expect(client.messages('group').map(({ content }) => content.text)).toEqual(['new'])
})

test('messages removed for oneself are no longer readable', async () => {
  const { client, say } = await atHome()
  await say('group', 'u2', 'x', 'gone')

  await client.removeMessages('group', ['gone'])

  expect(client.messages('group')[0]!.content).toEqual({ type: '' })
})

test('what was held is there again with the next visit, without asking for it', async () => {
  const it = world()
  const storage = memoryStorage()
  it.server.addTopic('group', ['u1', 'u2'])
  for (let i = 1; i <= 120; i += 1) it.server.say('group', 'u2', { type: 'text', text: String(i) }, `c${i}`)
  const before = await it.online('u1', storage)
  await before.history('group', { limit: 100 })
  await it.settle()
  it.crash(before)
  it.server.calls.length = 0

  const after = await it.online('u1', storage)
  const { messages } = await after.history('group')

  expect(messages.map(({ seq }) => seq)).toEqual(Array.from({ length: 50 }, (_, i) => 71 + i))
  expect(it.server.calls.filter(({ path }) => path.includes('/sync/'))).toEqual([])
  expect((await storage.list('message/group/')).map(([key]) => key)).toEqual([
    'message/group/00000000',
    'message/group/00000001',
    'message/group/00000002',
  ])
})

test('a display name is the remark with the name', async () => {
  const { client } = await atHome()

  expect(await client.displayName('u2')).toBe('Name u2')
})

test('logging out ends the connection and forgets everything', async () => {
  const it = world()
  const storage = memoryStorage()
  it.server.addTopic('group', ['u1', 'u2'])
  const client = await it.online('u1', storage)
  it.server.say('group', 'u2', { type: 'text', text: 'x' }, 'c1')
  await it.flush()

  await client.logout()

  expect(client.session).toBeUndefined()
  expect(await storage.list('')).toEqual([])
  expect(it.server.lines.size).toBe(0)
})
