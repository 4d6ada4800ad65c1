import Fastify from 'fastify'
import { expect, test, vi } from 'vitest'
import { createLog } from '../log.ts'
import { requestLog } from './request-log.ts'

/** An app whose one route says something at each level. */
function speaking(level: string) {
  const lines: Record<string, unknown>[] = []
  const log = createLog(level, { write: (line) => lines.push(JSON.parse(line) as Record<string, unknown>) })
  const app = Fastify({ loggerInstance: log, childLoggerFactory: requestLog, genReqId: () => 'r1' })
  app.get('/', async ({ log: own }) => {
    own.debug('quiet')
    own.error({ n: 1 }, 'loud')
    own.child({ part: 'x' }).fatal('louder')
    return null
  })
  app.get('/silent', async () => null)
  return { app, lines, log }
}

test('a line of a request carries its id, if its level is enabled', async () => {
  const { app, lines } = speaking('error')

  await app.inject('/')

  expect(lines).toMatchObject([
    { level: 50, reqId: 'r1', n: 1, msg: 'loud' },
    { level: 60, reqId: 'r1', part: 'x', msg: 'louder' },
  ])
})

test('a request that logs nothing creates no logger', async () => {
  const { app, log } = speaking('error')
  await app.ready()
  const child = vi.spyOn(Object.getPrototypeOf(log) as typeof log, 'child')

  await app.inject('/silent')

  expect(child).not.toHaveBeenCalled()
})

test('with request logging on, start and end of a request are logged', async () => {
  const { app, lines } = speaking('info')

  await app.inject('/silent')

  expect(lines.map(({ msg, reqId }) => [msg, reqId])).toEqual([
    ['incoming request', 'r1'],
    ['request completed', 'r1'],
  ])
})
