import { SOCKET } from '@ruwu/domain'
import { expect, test } from 'vitest'
import type { Api } from './api.ts'
import type { ChatClient } from './chat-client.ts'
import { Conversations } from './conversations.ts'
import { Persistence } from './persistence.ts'
import { memoryStorage } from './storage.ts'
import { aConversation } from './testing/a-message.ts'
import { world } from './testing/world.ts'

const unread = (client: ChatClient) => client.conversations().find(({ topicId }) => topicId === 'group')?.unread

/** u1 is online and has one unread message, of so long ago that the next list has no reason to repeat it. */
async function withUnread() {
  const it = world()
  it.server.addTopic('group', ['u1', 'u2'])
  const storage = memoryStorage()
  const client = await it.online('u1', storage)
  it.server.say('group', 'u2', { type: 'text', text: 'hello' }, 'c1')
  it.pass(20_000)
  it.server.addTopic('other', ['u1', 'u2'])
  client.reconnect()
  await it.flush()
  return { ...it, client, storage }
}

test('a read that the server never got does not stay: the count comes back with the timeout', async () => {
  const { client, server, line, pass, flush } = await withUnread()

  const read = client.read('group')
  expect(unread(client)).toBe(0)
  line('u1').up.length = 0
  pass(SOCKET.responseTimeoutMs)

  await expect(read).rejects.toThrow('timeout')
  await flush()
  expect(unread(client)).toBe(1)
  expect(server.calls.at(-1)?.path).toContain('/api/chat/info/')
})

test('while the server can’t be asked the count stays in doubt, and is asked for after the reconnect', async () => {
  const { client, server, line, pass, flush } = await withUnread()
  const read = client.read('group')
  line('u1').up.length = 0
  server.isUp = false
  server.restart()
  pass(SOCKET.responseTimeoutMs)
  await expect(read).rejects.toThrow()

  server.isUp = true
  for (let round = 0; round < 5; round += 1) {
    pass(SOCKET.responseTimeoutMs)
    await flush()
  }

  expect(unread(client)).toBe(1)
})

test('a client that is lost while it reads asks for the count when it comes back', async () => {
  const { client, storage, line, settle, crash, online } = await withUnread()
  client.read('group').catch(() => undefined)
  await settle()
  line('u1').up.length = 0
  crash(client)

  const again = await online('u1', storage)

  expect(unread(again)).toBe(1)
})

test('a read that the server has taken is asked for no more', async () => {
  const { client, storage, server, flush, settle, crash, online } = await withUnread()
  const read = client.read('group')
  await flush()
  await read
  await settle()
  crash(client)
  server.calls.length = 0

  const again = await online('u1', storage)

  expect(unread(again)).toBe(0)
  expect(server.calls.filter(({ path }) => path.includes('/api/chat/info/'))).toEqual([])
})

test('what was stored is asked for again, however old the clock of the last visit was', async () => {
  const { client, storage, pass, settle, crash } = await withUnread()
  pass(1_000_000)
  await client.conversation('group')
  await settle()
  crash(client)
  const later = world()
  later.server.addTopic('group', ['u1', 'u2'])
  const again = await later.client('u1', storage)
  await again.connect()
  later.server.failCall = (path) => path.includes('/api/chat/list')

  await again.conversation('group')

  expect(later.server.calls.at(-1)?.path).toContain('/api/chat/info/')
})

test('a copy in the list that is older than what was pushed meanwhile is asked for once more', async () => {
  const held = aConversation({ topicId: 'group', lastSeq: 5, lastReadSeq: 1, unread: 4 })
  const older = aConversation({ topicId: 'group', lastSeq: 4, lastReadSeq: 4, unread: 0 })
  const current = aConversation({ topicId: 'group', lastSeq: 5, lastReadSeq: 4, unread: 1 })
  const page = { items: [older], hasMore: false, updatedAt: older.updatedAt, removed: [], lastRemovedAt: '' }
  const conversations = new Conversations({
    api: { conversation: { list: async () => page, info: async () => current } } as unknown as Api,
    persistence: new Persistence(memoryStorage(), () => undefined),
    now: () => 0,
    onUpdated: () => undefined,
    onRemoved: () => undefined,
  })
  conversations.put(held)

  await conversations.sync()

  expect(conversations.find('group')).toMatchObject({ lastSeq: 5, lastReadSeq: 4, unread: 1 })
})
