import { CLOSE } from '@ruwu/contract'
import { expect, test } from 'vitest'
import { BACKOFF_MAX_MS, backoffMs } from './backoff.ts'
import { fakeLink } from './testing/fake-link.ts'

const event = (type: string, text: string, seq?: number) => ({ type, seq, createdAt: '', content: { type: 'x', text } })

const NOP = '{"type":"nop"}'

test('a connection tells when it connects and when it is connected', () => {
  const link = fakeLink()

  link.connection.start()
  link.socket().listener.open()

  expect(link.log).toEqual(['connecting', 'connected'])
})

// R84
test('an open connection sends a keepalive every 30 seconds', () => {
  const link = fakeLink().opened()

  for (let i = 0; i < 3; i += 1) {
    link.pass(30_000)
    link.socket().says({ type: 'nop' })
  }

  expect(link.socket().sent).toEqual([NOP, NOP, NOP])
  expect(link.sockets).toHaveLength(1)
})

test('a link that says nothing for a keepalive and 15 seconds is replaced', () => {
  const link = fakeLink().opened()

  link.pass(44_999)
  expect(link.sockets).toHaveLength(1)
  link.pass(1)

  expect(link.sockets[0]!.closed).toBe(true)
  expect(link.sockets).toHaveLength(2)
  expect(link.log).toEqual(['connecting'])
})

test('any frame, even one nobody knows, proves that the link lives', () => {
  const link = fakeLink().opened()

  link.pass(40_000)
  link.socket().says('not even json')
  link.pass(40_000)

  expect(link.sockets).toHaveLength(1)
  expect(link.log).toEqual([])
})

test('events, hints and the server number are handed on, broken ones are not', () => {
  const link = fakeLink().opened()
  link.socket().says({ type: 'nop', seq: 4 })
  link.socket().says(event('message', '{"a":1}', 5))
  link.socket().says(event('hint', '{}'))
  link.socket().says(event('message', '[broken', 6))
  link.socket().says({ type: 'something new' })

  expect(link.log).toEqual(['server 4', 'event 5 x {"a":1}', 'event undefined x {}'])
})

test('every legible frame is handed on as it is, those of a preview too', () => {
  const frames: unknown[] = []
  const link = fakeLink({ onFrame: ({ type, content }) => frames.push([type, content?.text]) }).opened()

  link.socket().says(event('preview_message', '{"text":"您好"}'))
  link.socket().says('not even json')

  expect(frames).toEqual([['preview_message', '{"text":"您好"}']])
})

test('a lost connection comes back by itself, later and later, at most every 30 seconds', async () => {
  const link = fakeLink({ random: () => 0.5 }).opened()
  const gaps: number[] = []
  let waited = 0

  link.socket().listener.close(CLOSE.shutdown.code)
  while (gaps.length < 6) {
    const before = link.sockets.length
    while (link.sockets.length === before) {
      link.pass(500)
      waited += 500
    }
    gaps.push(waited)
    waited = 0
    link.socket().listener.close(1006)
    await link.settle()
  }

  expect(gaps[0]).toBeLessThanOrEqual(5000)
  expect(gaps).toEqual(gaps.toSorted((a, b) => a - b))
  expect(Math.max(...gaps)).toBeLessThanOrEqual(BACKOFF_MAX_MS + 5000)
})

test.each([
  [0, 0.9, 0],
  [1, 0, 2500],
  [1, 1, 5000],
  [3, 1, 20_000],
  [9, 1, 30_000],
  [9, 0, 15_000],
])('after %i failures with chance %d the wait is %i ms', (failures, random, wait) => {
  expect(backoffMs(failures, random)).toBe(wait)
})

test('重连 connects at once and leaves no second attempt behind', async () => {
  const link = fakeLink().opened()
  link.socket().listener.close(1006)
  await link.settle()

  link.connection.reconnect()
  link.socket().listener.open()
  link.socket().says({ type: 'nop' })
  link.pass(20_000)

  expect(link.sockets).toHaveLength(2)
  expect(link.connection.status()).toBe('connected')
})

test.each(['kick_self', 'kick_by_password_updated'] as const)(
  '%s is told once and nothing reconnects',
  async (reason) => {
    const link = fakeLink().opened()

    link.socket().says({ type: 'kickout', message: reason })
    link.socket().listener.close(CLOSE.kicked.code)
    await link.settle()
    link.pass(120_000)

    expect(link.log).toEqual(['disconnected', `kick ${reason}`])
    expect(link.sockets).toHaveLength(1)
  },
)

test.each([
  [CLOSE.revoked.code, ['disconnected', 'session end'], 1],
  [CLOSE.kicked.code, ['disconnected', 'session end'], 1],
  [CLOSE.idle.code, ['disconnected', 'connecting'], 2],
  [CLOSE.tooMany.code, ['disconnected', 'connecting'], 2],
  [CLOSE.tooSlow.code, ['disconnected', 'connecting'], 2],
  [CLOSE.shutdown.code, ['disconnected', 'connecting'], 2],
])('close %i leads to %j', async (code, log, sockets) => {
  const link = fakeLink().opened()

  link.socket().listener.close(code)
  await link.settle()
  link.pass(5000)

  expect(link.log).toEqual(log)
  expect(link.sockets).toHaveLength(sockets)
})

test('a refused upgrade of an ended session ends here instead of knocking on', async () => {
  const link = fakeLink({ checkSession: () => Promise.resolve(false) })

  link.connection.start()
  link.socket().listener.close(1006)
  await link.settle()
  link.pass(60_000)

  expect(link.log).toEqual(['connecting', 'disconnected', 'session end'])
  expect(link.sockets).toHaveLength(1)
})

test('a server that cannot even be asked is tried again', async () => {
  const link = fakeLink({ checkSession: () => Promise.reject(new Error('down')) })

  link.connection.start()
  link.socket().listener.close(1006)
  await link.settle()
  link.pass(5000)

  expect(link.sockets).toHaveLength(2)
})

test('an attempt that hangs is given up after 15 seconds and tried again', () => {
  const link = fakeLink({ random: () => 0.5 })

  link.connection.start()
  link.pass(15_000)
  expect(link.log).toEqual(['connecting', 'disconnected'])
  link.pass(5000)

  expect(link.sockets).toHaveLength(2)
})

test('going offline shows at once, coming online connects at once', () => {
  const link = fakeLink({ random: () => 0.9 }).opened()

  link.wake()!.offline()
  link.wake()!.online()
  link.socket().listener.open()

  expect(link.log).toEqual(['disconnected', 'connecting', 'connected'])
})

test('a tab that becomes visible asks a possibly dead link and waits only 15 seconds', () => {
  const link = fakeLink().opened()

  link.wake()!.visible()
  expect(link.socket().sent).toEqual([NOP])
  link.pass(15_000)

  expect(link.sockets).toHaveLength(2)
})

test('a stopped connection stays silent', async () => {
  const link = fakeLink().opened()
  const socket = link.socket()

  link.connection.stop()
  socket.says({ type: 'nop', seq: 9 })
  link.connection.reconnect()
  link.pass(120_000)
  await link.settle()

  expect(link.log).toEqual(['disconnected'])
  expect(link.sockets).toHaveLength(1)
  expect(link.wake()).toBeUndefined()
})
