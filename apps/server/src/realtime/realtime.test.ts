import { connect } from 'node:net'
import { AGENT_STATUS, agentApi, SOCKET_PATH, SOCKET_PROTOCOL } from '@ruwu/contract'
import { fakeClock, TestSocket } from '@ruwu/testkit'
import { eq } from 'drizzle-orm'
import { expect, onTestFinished, test, vi } from 'vitest'
import { authSession, chatToken, eventHead } from '../db/schema/index.ts'
import { appendEvents } from '../db/event-log.ts'
import { ChatPerson } from '../testing/chat-person.ts'
import { startNode } from '../testing/start-node.ts'
import { world } from '../testing/world.ts'
import { EventStream } from './event-stream.ts'

const invisible = (id: string) => ({ body: { id: id as never, status: AGENT_STATUS.invisible } })

test('a console gets the newest event seq when it connects and with every keepalive', async () => {
  const { lin } = await world()
  await lin.call(agentApi.update, invisible(lin.id))
  const socket = await lin.connect()

  expect(await socket.next((frame) => frame.type === 'nop')).toEqual({ type: 'nop', seq: 1 })
  socket.take('nop')
  socket.send({ type: 'nop' })
  expect(await socket.next((frame) => frame.type === 'nop')).toEqual({ type: 'nop', seq: 1 })
})

test.each([
  ['no token', `${SOCKET_PATH}?device=web`],
  ['a dead token', `${SOCKET_PATH}?device=web&token=dead`],
])('the upgrade is refused with 401: %s', async (_name, address) => {
  const here = await world()

  await expect(TestSocket.open(`ws://${here.address}${address}`)).rejects.toThrow('refused 401')
})

test('a socket may also bring its token in the header, and only this path upgrades', async () => {
  const { lin, address } = await world()
  const headers = { authorization: `Bearer ${lin.token}` }

  const socket = await TestSocket.open(`ws://${address}${SOCKET_PATH}`, headers)
  await socket.roundTrip()
  await socket.close()

  await expect(TestSocket.open(`ws://${address}/elsewhere`, headers)).rejects.toThrow('refused 404')
})

test('a browser brings its token as a subprotocol, which no address shows and no answer repeats', async () => {
  const { lin, address } = await world()
  const offering = (token: string) =>
    TestSocket.open(`ws://${address}${SOCKET_PATH}`, {}, [SOCKET_PROTOCOL.name, SOCKET_PROTOCOL.tokenPrefix + token])

  const socket = await offering(lin.token)
  await socket.roundTrip()

  expect(socket.protocol).toBe('ruwu')
  await expect(offering('dead')).rejects.toThrow('refused 401')
})

test('a dead token in the header does not hide a living one in the address', async () => {
  const { lin, address } = await world()

  const socket = await TestSocket.open(`ws://${address}${SOCKET_PATH}?token=${lin.token}`, {
    authorization: 'Bearer dead',
  })

  expect(await socket.next((frame) => frame.type === 'nop')).toEqual({ type: 'nop', seq: 0 })
  await socket.close()
})

test.each(['//', '//[', 'http://[', '/%'])('an upgrade to %s is refused and the server lives on', async (target) => {
  const { address, app } = await world()
  const [host, port] = address.split(':')

  const answer = await new Promise<string>((resolve, reject) => {
    const wire = connect(Number(port), host, () =>
      wire.write(`GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`),
    )
    wire.once('data', (data: Buffer) => resolve(data.toString()))
    wire.once('error', reject)
  })

  expect(answer).toMatch(/^HTTP\/1.1 404 /)
  expect((await app.inject('/healthz')).statusCode).toBe(200)
})

test('a plain HTTP request to the socket’s path is authenticated before anything else', async () => {
  const { app, lin } = await world()
  const ask = (query: string) => app.inject(`${SOCKET_PATH}${query}`)

  expect([(await ask('')).statusCode, (await ask('')).json()]).toEqual([401, { error: 'unauthorized' }])
  expect((await ask(`?token=${lin.token}`)).statusCode).toBe(426)
})

test('a socket that fails to follow the events does not disturb others', async () => {
  const { lin, db, bus } = await world({ ownNode: true })
  const delivered: number[] = []
  const stream = new EventStream(
    db,
    bus,
    (_entId, event) => delivered.push(event.seq),
    () => {},
  )
  onTestFinished(() => stream.close())
  vi.spyOn(db.sql, 'select').mockImplementationOnce(() => {
    throw new Error('database restarted')
  })
  const unlucky = stream.follow(lin.entId)
  await expect(unlucky.from).rejects.toThrow('database restarted')
  await stream.follow(lin.entId).from

  unlucky.end()
  await lin.call(agentApi.update, invisible(lin.id))

  expect(delivered).toEqual([1])
})

test.each(
  [
    ['not json', undefined],
    ['null', undefined],
    ['[]', undefined],
    ['{"type":"nop","chatId":null,"content":null,"code":0,"seq":0}', { type: 'nop', seq: 0 }],
    ['{"type":"resp","chatId":"c1","code":200}', undefined],
    ['{"type":"dance","chatId":"c1"}', { type: 'resp', chatId: 'c1', code: 501 }],
    ['{"type":"ping","chatId":"c1","content":{"text":7}}', { type: 'resp', chatId: 'c1', code: 400 }],
    [
      `{"type":"ping","chatId":"c1","content":{"text":"hi","other":${'['.repeat(30_000)}${']'.repeat(30_000)}}}`,
      { type: 'resp', chatId: 'c1', code: 200, content: { text: 'hi' } },
    ],
    [
      '{"type":"ping","chatId":"c1","content":{"type":"","text":"hi"}}',
      { type: 'resp', chatId: 'c1', code: 200, content: { type: '', text: 'hi' } },
    ],
  ].map(([frame, answer]) => ({ name: (frame as string).slice(0, 70), frame: frame as string, answer })),
)('the frame $name disturbs nothing', async ({ frame, answer }) => {
  const { lin } = await world()
  const socket = await lin.connect()
  await socket.next((each) => each.type === 'nop')
  socket.take('nop')

  socket.send(frame)
  await socket.roundTrip()

  const others = socket.frames.filter((each) => !(each.type === 'resp' && each.chatId?.startsWith('ping-')))
  expect(others).toEqual(answer ? [answer] : [])
})

test('an event reaches every console of the enterprise, the actor’s too, and none of another', async () => {
  const { lin, wei, rival } = await world()
  const [own, colleague, stranger] = [await lin.connect(), await wei.connect(), await rival.connect()]
  for (const socket of [own, colleague, stranger]) await socket.next((frame) => frame.type === 'nop')

  await lin.call(agentApi.update, invisible(lin.id))

  for (const socket of [own, colleague]) {
    expect(await socket.next((frame) => frame.type === 'message')).toMatchObject({
      seq: 1,
      content: { type: 'agent_status_change' },
    })
  }
  await stranger.roundTrip()
  expect(stranger.take('message')).toEqual([])
})

test('an event whose bus message was lost arrives with the next one, in order', async () => {
  const { lin, db, clock } = await world()
  const socket = await lin.connect()
  await socket.next((frame) => frame.type === 'nop')
  const at = clock.now().toISOString()
  // Committed by a node that died before it published the event.
  await appendEvents(
    db.sql,
    [{ entId: lin.entId, payload: { type: 'perms_change', at, operatorId: null }, audience: null }],
    clock.now(),
  )

  await lin.call(agentApi.update, invisible(lin.id))

  await socket.next((frame) => frame.type === 'message' && frame.seq === 2)
  expect(socket.take('message').map((frame) => [frame.seq, frame.content.type])).toEqual([
    [1, 'perms_change'],
    [2, 'agent_status_change'],
  ])
})

test('two nodes without a bus between them: what one commits the other finds in the log', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const { lin, databaseUrl } = await world()
  const second = await startNode(databaseUrl, fakeClock('2026-03-16T02:00:00.000Z'))
  onTestFinished(second.close)
  const socket = await lin.connect(second.address)
  await socket.next((frame) => frame.type === 'nop')
  await lin.call(agentApi.update, invisible(lin.id))

  await vi.advanceTimersByTimeAsync(10_000)

  expect(await socket.next((frame) => frame.type === 'message')).toMatchObject({ seq: 1 })
})

test('a sign-in that ended without a bus message loses its sockets at the next recheck', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const { lin, db, clock } = await world()
  const socket = await lin.connect()
  await socket.next((frame) => frame.type === 'nop')
  await db.sql
    .update(authSession)
    .set({ revokedAt: clock.now(), revokeReason: 'kick_by_password_updated' })
    .where(eq(authSession.agentId, lin.id))

  await vi.advanceTimersByTimeAsync(30_000)

  expect(await socket.next((frame) => frame.type === 'kickout')).toMatchObject({ message: 'kick_by_password_updated' })
})

test('a chat token that ended without a bus message loses its sockets at the next recheck', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const { address, db, clock } = await world()
  const socket = await (await ChatPerson.register(address, 'u1')).connect()
  await db.sql.update(chatToken).set({ revokedAt: clock.now() })

  await vi.advanceTimersByTimeAsync(30_000)

  expect(await socket.wire.whenClosed()).toEqual({ code: 4001, reason: 'revoked' })
})

test('a socket that floods is closed; others live on', async () => {
  const { lin, wei } = await world()
  const [flood, calm] = [await lin.connect(), await wei.connect()]

  for (let n = 0; n < 300; n += 1) flood.send({ type: 'nop' })

  expect(await flood.whenClosed()).toEqual({ code: 4029, reason: 'too many frames' })
  await calm.roundTrip()
})

test('a frame that is too large ends its socket only', async () => {
  const { lin, wei } = await world()
  const [huge, calm] = [await lin.connect(), await wei.connect()]

  huge.send({ type: 'ping', chatId: 'c1', content: { text: 'x'.repeat(300_000) } })

  expect(await huge.whenClosed()).toMatchObject({ code: 1009 })
  await calm.roundTrip()
})

test('closing the app closes its sockets with a reason', async () => {
  const { lin, databaseUrl } = await world()
  const node = await startNode(databaseUrl, fakeClock('2026-03-16T02:00:00.000Z'))
  const socket = await lin.connect(node.address)

  await node.close()

  expect(await socket.whenClosed()).toEqual({ code: 1001, reason: 'shutdown' })
})

const LOCK_WAITS = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`

test('closing the app finishes the requests it has taken', async () => {
  const { lin, databaseUrl, db } = await world()
  const node = await startNode(databaseUrl, fakeClock('2026-03-16T02:00:00.000Z'))
  const holder = await db.pool.connect()
  await holder.query('begin')
  await holder.query('lock table agent in access exclusive mode')
  const answer = fetch(`http://${node.address}/luna/core/api/v1/ent/agent/list`, {
    method: 'POST',
    headers: { authorization: `Bearer ${lin.token}`, 'content-type': 'application/json' },
    body: '{}',
  })
  await expect.poll(async () => (await db.pool.query(LOCK_WAITS)).rowCount).toBe(1)

  const closing = node.close()
  await holder.query('commit')
  holder.release()

  expect(await (await answer).json()).toMatchObject({ code: 1 })
  await closing
})

test('a failed transaction emits no event and leaves no gap in the numbers', async () => {
  const { lin, db } = await world()

  const failing = db.transaction(async (tx) => {
    tx.emit(lin.entId, { type: 'perms_change', at: '2026-03-16T02:00:00.000Z', operatorId: null })
    throw new Error('changed my mind')
  })

  await expect(failing).rejects.toThrow('changed my mind')
  expect(await db.sql.select().from(eventHead).where(eq(eventHead.entId, lin.entId))).toEqual([])
})
