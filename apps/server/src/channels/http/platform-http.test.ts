import { createServer, type Server } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { PlatformStub } from '../testing/platform-stub.ts'
import { createPlatformHttp, type PlatformHttp } from './platform-http.ts'

let stub: PlatformStub
let http: PlatformHttp

beforeEach(async () => {
  stub = await PlatformStub.start()
  http = createPlatformHttp({ connectMs: 300, answerMs: 400 })
})
afterEach(async () => {
  await http.close()
  await stub.stop()
})

const post = (url: string, changes = true) =>
  http.call({ method: 'POST', url: new URL(url), headers: {}, body: Buffer.from('{"a":1}'), changes })

/** A port where nobody listens. */
async function closedPort(): Promise<number> {
  const other = await PlatformStub.start()
  const { port } = new URL(other.url)
  await other.stop()
  return Number(port)
}

test('an answer comes back whole', async () => {
  stub.willAnswer({ status: 418, headers: { 'x-why': 'tea' }, body: '水壶' })

  const answer = await post(stub.url)

  expect(answer).toMatchObject({ status: 418, headers: { 'x-why': 'tea' } })
  expect(answer.body.toString()).toBe('水壶')
  expect(stub.requests[0]).toMatchObject({ method: 'POST', headers: { 'content-length': '7' } })
})

test.each([
  ['nobody listens', async () => `http://127.0.0.1:${await closedPort()}`],
  ['the name is unknown', async () => 'http://nobody.invalid'],
  ['the other side speaks no TLS', async () => stub.url.replace('http:', 'https:')],
])('nothing was sent when %s, so it may be sent again', async (_when, address) => {
  await expect(post(await address())).rejects.toMatchObject({ name: 'PlatformError', kind: 'platform_down' })
  expect(stub.requests).toEqual([])
})

test('nothing was sent while the connection is not made in time', async () => {
  const silent = await listenSilently()
  const { port } = silent.address() as { port: number }

  // TLS that never answers is a connection that is never made.
  await expect(post(`https://127.0.0.1:${port}`)).rejects.toMatchObject({ kind: 'platform_down' })

  silent.close()
})

test.each([
  ['the connection is cut without an answer', () => stub.willDo((response) => response.destroy())],
  [
    'the answer is cut in the middle',
    () =>
      stub.willDo((response) => {
        response.writeHead(200, { 'content-length': '100' })
        response.write('{"msg_id":')
        setTimeout(() => response.destroy(), 20)
      }),
  ],
  ['no answer comes in time', () => stub.willDo(() => {})],
  [
    'the answer drips for ever',
    () =>
      stub.willDo((response) => {
        response.writeHead(200)
        const drip = setInterval(() => response.write(' '), 50)
        response.on('close', () => clearInterval(drip))
      }),
  ],
])('the outcome is unknown when %s', async (_when, prepare) => {
  prepare()

  await expect(post(stub.url)).rejects.toMatchObject({ name: 'PlatformError', kind: 'outcome_unknown' })
  expect(stub.requests).toHaveLength(1)
})

test('a lost answer to a reading call is no riddle', async () => {
  stub.willDo((response) => response.destroy())
  stub.willDo((response) => response.destroy())
  const get = http.call({ method: 'GET', url: new URL(stub.url), headers: {}, changes: false })

  await expect(get).rejects.toMatchObject({ kind: 'platform_down' })
  await expect(post(stub.url, false)).rejects.toMatchObject({ kind: 'platform_down' })
})

test('an answer without end is not kept in memory', async () => {
  stub.willDo((response) => {
    response.writeHead(200)
    const flood = () => {
      while (response.write(Buffer.alloc(1024 * 1024)));
      response.once('drain', flood)
    }
    flood()
  })

  await expect(post(stub.url)).rejects.toMatchObject({ kind: 'outcome_unknown', cause: { message: /too large/ } })
})

test('a large body has time as long as it moves', async () => {
  const body = Buffer.alloc(9 * 1024 * 1024, 7)
  stub.willAnswer({ status: 200, headers: {}, body: '{}' })
  const patient = createPlatformHttp({ connectMs: 300, answerMs: 5_000 })

  await patient.call({ method: 'POST', url: new URL(stub.url), headers: {}, body, changes: false })

  await patient.close()
  expect(stub.requests[0]?.body.equals(body)).toBe(true)
})

async function listenSilently(): Promise<Server> {
  const server = createServer(() => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}
