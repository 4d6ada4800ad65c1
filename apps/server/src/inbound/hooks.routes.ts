import type { Source } from '@ruwu/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Counter, type Registry } from 'prom-client'
import type { Clock } from '../platform/clock.ts'
import type { ChannelSource, RawAnswer } from '../channels/source.ts'
import type { StoredCallWriter } from './stored-call-writer.ts'

/** Calls are small; pictures and videos come as addresses. */
const BODY_LIMIT = 512 * 1024

const REDBOOK_HOOK_PATHS = [
  '/api/open/im/send',
  '/api/open/im/third/bind_account',
  '/api/open/im/third/unbind_account',
  '/api/open/im/auth/bind_user/event',
  '/api/open/im/intent/comment',
  '/api/open/im/third/data',
] as const
const DOUYIN_HOOK_PATH = '/hooks/douyin'

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
  const receive = async (source: Source, request: FastifyRequest, reply: FastifyReply) => {
    const channel = find(source)
    if (!channel) return reply.code(404).send()
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
    const path = request.url.split('?', 1)[0] ?? ''
    const receivedAt = clock.now()
    const found = channel.receive({ method: request.method, path, headers: request.headers, body, receivedAt })
    received.inc({ source, outcome: found.kind === 'refused' ? found.reason : found.kind })
    if (found.kind === 'refused') request.log.warn({ source, reason: found.reason }, 'platform call refused')
    if (found.kind === 'accepted') {
      const { dedupeKey, events } = found
      await writer.store({ source, dedupeKey, path, body: body.toString('utf8'), events, receivedAt })
    }
    return answer(reply, found.answer)
  }

  await app.register(async (hooks) => {
    // The signature covers the raw bytes: no content parser may change them.
    hooks.removeAllContentTypeParsers()
    hooks.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_LIMIT }, (_request, body, done) =>
      done(null, body),
    )

    hooks.post(DOUYIN_HOOK_PATH, (request, reply) => receive('douyin', request, reply))
    for (const path of REDBOOK_HOOK_PATHS) hooks.post(path, (request, reply) => receive('redbook', request, reply))
  })
}

const answer = (reply: FastifyReply, { status, headers, body }: RawAnswer) =>
  reply.code(status).headers(headers).send(body)
