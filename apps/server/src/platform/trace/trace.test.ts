import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { CORE_BASE_PATH, statisticsApi } from '@ruwu/contract'
import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { MessageWriter } from '../../chat/message/message-writer.ts'
import { PUBLIC_SPACE } from '../../db/schema/index.ts'
import { aiWorld } from '../../testing/ai-world.ts'
import { chatWorld, createGroup } from '../../testing/chat-world.ts'
import { world } from '../../testing/world.ts'
import { readConfig } from '../config.ts'
import { createLog } from '../log.ts'
import { createOtlpExporter } from './otlp-exporter.ts'
import { traced, traceInto } from './trace.ts'

type Told = {
  name: string
  traceId: string
  spanId: string
  parentSpanId?: string
  status: { code?: number; message?: string }
}
type Call = { path: string | undefined; key: string | undefined; spans: Told[] }

/** A collector that keeps what it is told, and an exporter that tells it. */
async function collect(env: Record<string, string> = {}) {
  const calls: Call[] = []
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const { resourceSpans } = JSON.parse(Buffer.concat(parts).toString()) as {
        resourceSpans: { scopeSpans: { spans: Told[] }[] }[]
      }
      const spans = resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((each) => each.spans))
      calls.push({ path: request.url, key: request.headers['api-key'] as string | undefined, spans })
      response.end('{}')
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const exporter = createOtlpExporter(
    readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, ...env }),
    createLog('silent'),
  )
  traceInto(exporter)
  onTestFinished(() => {
    traceInto(undefined)
    server.closeAllConnections()
    server.close()
  })
  return { calls, close: () => exporter.close() }
}

test('a collector is told of requests, frames, inbound, AI and outbox, each with its statements', async () => {
  const { calls, close } = await collect({ OTEL_EXPORTER_OTLP_HEADERS: 'api-key=a%20b' })
  // A pool of its own: those of other tests were opened without traces.
  const here = await aiWorld({ poolSize: 10 })

  await here.zhao.call(statisticsApi.overview, { body: { range: 'today' } })
  const socket = await here.lin.connect()
  await socket.roundTrip()
  await here.ask('小满', '在吗')
  await here.reception.work.outbound.run()
  await here.reception.work.outbound.drain()
  await close()

  const spans = calls.flatMap((call) => call.spans)
  const named = (name: string) => spans.filter((each) => each.name === name)
  const roots = [`POST ${CORE_BASE_PATH}${statisticsApi.overview.path}`, 'inbound', 'AI answer', 'outbox']
  for (const name of roots) {
    const [root] = named(name)
    const within = spans.filter((each) => each.traceId === root?.traceId && each.name.startsWith('SQL '))
    expect([name, within.length > 0]).toEqual([name, true])
    expect(within.every((each) => each.parentSpanId !== undefined)).toBe(true)
  }
  expect(named('frame ping')).toHaveLength(1)
  expect([...new Set(calls.map(({ path, key }) => `${path} ${key}`))]).toEqual(['/v1/traces a b'])
})

test('of a failed statement the code is told, and no value', async () => {
  const { calls, close } = await collect()
  const { db } = await world()

  const failed = traced('work', {}, () => db.sql.execute(sql`select ${'13800000009'}::uuid`))
  await expect(failed).rejects.toThrow('13800000009')
  await close()

  const work = calls.flatMap((call) => call.spans).find(({ name }) => name === 'work')
  expect(work?.status).toEqual({ code: 2, message: '22P02' })
  expect(JSON.stringify(calls)).not.toContain('13800000009')
})

test('a batch of messages belongs to none of its senders', async () => {
  const { calls, close } = await collect()
  const here = await chatWorld('u1', 'u2')
  const [u1, u2] = here.people
  const { id } = await createGroup(u1, u2)
  const writer = new MessageWriter({ pool: here.db.pool, clock: here.clock, deliver: () => {} })
  const send = () =>
    writer.send({
      entId: PUBLIC_SPACE,
      topicId: id,
      senderId: 'u1',
      chatId: randomUUID(),
      content: { type: 'text', text: 'hi' },
    })

  await traced('sender', {}, send)
  await close()

  const spans = calls.flatMap((call) => call.spans)
  const sender = spans.find(({ name }) => name === 'sender')
  const batch = spans.findLast(({ name }) => name === 'chat batch')
  expect([batch?.parentSpanId, batch?.traceId === sender?.traceId]).toEqual([undefined, false])
})

test('a failure is told and goes on to the caller; of traces that are not kept nothing is told', async () => {
  const { calls, close } = await collect()

  const failed = traced('outer', {}, () => traced('inner', {}, () => Promise.reject(new Error('no'))))
  await expect(failed).rejects.toThrow('no')
  await close()

  const [inner, outer] = calls.flatMap((call) => call.spans)
  expect([inner?.name, inner?.parentSpanId, inner?.status.code]).toEqual(['inner', outer?.spanId, 2])

  const none = await collect({ OTEL_TRACES_SAMPLER_ARG: '0' })
  expect(await traced('outer', {}, async () => 1)).toBe(1)
  await none.close()
  expect(none.calls).toEqual([])
})
