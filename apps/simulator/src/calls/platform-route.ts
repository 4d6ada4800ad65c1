import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Simulator } from '../simulator.ts'
import type { Source } from '../views.ts'
import { KNOBS_HEADER, PlatformCall } from './platform-call.ts'

/** What a platform answers, or a connection cut without one. */
export type Answer = { status: number; body: string; contentType?: string; location?: string } | 'cut'
export type Handler = (call: PlatformCall) => Answer | Promise<Answer>
export type Route = { method: 'GET' | 'POST'; path: string; name: string; handle: Handler }

/** Headers worth keeping: those that mean something to a platform, none that differ from run to run. */
const KEPT_HEADERS = ['content-type', 'access-token', KNOBS_HEADER]
/** Pictures are not kept in the journal. */
const isReadable = (contentType: string) => !contentType.startsWith('multipart/')

/** A platform's paths, each call written to the journal. */
export function platformRoutes(app: FastifyInstance, sim: Simulator, source: Source, routes: readonly Route[]): void {
  for (const route of routes) {
    app.route({
      method: route.method,
      url: `/${source}${route.path}`,
      handler: (request, reply) => answerCall(sim, source, route, request, reply),
    })
  }
}

/** A call of a path that the platform does not have: 404, and an entry in the journal. */
export function recordUnknown(sim: Simulator, request: FastifyRequest): void {
  const source = /^\/(douyin|redbook)\//.exec(request.url)?.[1] as Source | undefined
  if (!source) return
  const call = readCall(source, request)
  call.notes.push('没有这个地址')
  record(sim, 'unknown', call, request, { status: 404, body: '' })
}

async function answerCall(
  sim: Simulator,
  source: Source,
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const call = readCall(source, request)
  const answer = await route.handle(call)
  record(sim, route.name, call, request, answer)
  if (answer === 'cut') {
    reply.hijack()
    request.raw.socket.destroy()
    return reply
  }
  if (answer.location !== undefined) reply.header('location', answer.location)
  return reply
    .status(answer.status)
    .header('content-type', answer.contentType ?? 'application/json; charset=utf-8')
    .send(answer.body)
}

function readCall(source: Source, request: FastifyRequest): PlatformCall {
  const query = Object.fromEntries(
    Object.entries(request.query as Record<string, string | string[]>).map(([name, value]) => [
      name,
      Array.isArray(value) ? (value[0] ?? '') : value,
    ]),
  )
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(', ') : (value ?? ''),
    ]),
  )
  return new PlatformCall({
    source,
    query,
    headers,
    body: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
  })
}

function record(sim: Simulator, name: string, call: PlatformCall, request: FastifyRequest, answer: Answer): void {
  const { world } = sim
  const kept = KEPT_HEADERS.filter((name) => call.headers[name] !== undefined)
  world.journal.append({
    at: new Date(world.now()).toISOString(),
    direction: 'in',
    source: call.source,
    accountId: call.accountId,
    name,
    method: request.method,
    path: request.url,
    headers: Object.fromEntries(
      kept.map((name) => [name, name === 'content-type' ? call.contentType : (call.headers[name] ?? '')]),
    ),
    body: isReadable(call.contentType) ? call.body.toString('utf8') : `（${call.body.length} 字节）`,
    answer: answer === 'cut' ? null : { status: answer.status, body: answer.body },
    attempt: 1,
    notes: call.notes,
  })
}
