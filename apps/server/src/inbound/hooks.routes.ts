import type { Source } from '@ruwu/contract'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Counter, type Registry } from 'prom-client'
import type { Clock } from '../platform/clock.ts'
import { AddressLimit, LOGGED_LIMIT } from '../platform/http/address-limit.ts'
import type { ChannelSource, RawAnswer, Received } from '../channels/source.ts'
import type { StoredCallWriter } from './stored-call-writer.ts'

/** Ten times the longest text; pictures and videos come as addresses. */
const BODY_LIMIT = 64 * 1024

const HOUR_MS = 3_600_000
/** Limit of stored calls without a valid signature; there are some only where REDBOOK_CHECK_SIGNATURE is off (simulator). */
const UNVERIFIED_LIMIT = { perAddress: 60, inTotal: 200, windowMs: HOUR_MS }

const HOOK_PATHS: Record<Source, readonly string[]> = {
  douyin: ['/hooks/douyin'],
  redbook: [
    '/api/open/im/send',
    '/api/open/im/third/bind_account',
    '/api/open/im/third/unbind_account',
    '/api/open/im/auth/bind_user/event',
    '/api/open/im/intent/comment',
    '/api/open/im/third/data',
  ],
}

type HooksDeps = {
  find(source: Source): ChannelSource | undefined
  writer: StoredCallWriter
  clock: Clock
  registry: Registry
}

/** Webhooks of the platforms: verified, stored and acknowledged; applied later by the worker. */
export async function hooksRoutes(app: FastifyInstance, deps: HooksDeps): Promise<void> {
  const { find, writer, clock } = deps
  const received = new Counter({
    name: 'ruwu_platform_calls_total',
    help: 'Calls of the platforms to us, by what became of them',
    labelNames: ['source', 'outcome'] as const,
    registers: [deps.registry],
  })
  const unverified = new AddressLimit(UNVERIFIED_LIMIT)
  const logged = new AddressLimit(LOGGED_LIMIT)

  const receive = async (source: Source, request: FastifyRequest, reply: FastifyReply) => {
    const channel = find(source)
    if (!channel) return reply.code(404).send()
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
    const path = request.url.split('?', 1)[0] ?? ''
    const receivedAt = clock.now()
    const found = channel.receive({ method: request.method, path, headers: request.headers, body, receivedAt })
    const isOver = isUnverified(found) && !unverified.take(request.ip, receivedAt)
    received.inc({ source, outcome: isOver ? 'limited' : found.kind === 'refused' ? found.reason : found.kind })
    if (isOver) return reply.code(429).send()
    // No block by address: behind a proxy the platform and an attacker have the same one. A refused call costs a hash and stores nothing.
    // The metric counts all.
    if (found.kind === 'refused' && logged.take(request.ip, receivedAt))
      request.log.warn({ source, reason: found.reason, address: request.ip }, 'platform call refused')
    if (found.kind === 'accepted') {
      const { dedupeKey, events } = found
      await writer.store({ source, dedupeKey, path, body: body.toString('utf8'), events, receivedAt })
    }
    return answer(reply, found.answer)
  }

  const listen = (source: Source) =>
    app.register(async (hooks) => {
      // The signature covers the raw bytes: no content parser may change them.
      hooks.removeAllContentTypeParsers()
      hooks.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_LIMIT }, (_request, body, done) =>
        done(null, body),
      )
      // What cannot be read (too large, cut off) is refused as an empty call is: every refusal looks the same.
      hooks.setErrorHandler((error: FastifyError, request, reply) => {
        if ((error.statusCode ?? 500) >= 500) throw error
        return receive(source, request, reply)
      })
      for (const path of HOOK_PATHS[source]) hooks.post(path, (request, reply) => receive(source, request, reply))
    })
  await listen('douyin')
  await listen('redbook')
}

const isUnverified = (found: Received): boolean =>
  found.kind === 'accepted' && found.events.some((event) => event.unverified)

const answer = (reply: FastifyReply, { status, headers, body }: RawAnswer) =>
  reply.code(status).headers(headers).send(body)
