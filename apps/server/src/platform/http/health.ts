import type { FastifyInstance } from 'fastify'
import type { Clock } from '../clock.ts'
import { isInternal } from './internal-only.ts'

/** Readiness checks by name; each throws the reason while its part is unusable. */
export type Checks = Record<string, () => Promise<void>>

const CHECK_TIMEOUT_MS = 3_000

/** Load balancers get the status; the reasons may name hosts and are for the operator. */
export function healthRoutes(app: FastifyInstance, checks: Checks, token: string): void {
  const mayRead = isInternal(token)
  app.get('/healthz', { schema: { hide: true } }, async () => ({ status: 'live' }))

  app.get('/readyz', { schema: { hide: true } }, async (request, reply) => {
    const results = await Promise.all(
      Object.entries(checks).map(async ([name, check]) => [name, await outcome(check)] as const),
    )
    const ready = results.every(([, result]) => result.ok)
    const detail = mayRead(request) ? { checks: Object.fromEntries(results) } : {}
    // No other site's page may read the reasons in a browser of this machine.
    reply.removeHeader('access-control-allow-origin')
    return reply.status(ready ? 200 : 503).send({ ready, ...detail })
  })
}

/** Caches the success of an expensive check for `everyMs`; concurrent calls share one run, failures are not cached. */
export function cachedCheck(clock: Clock, everyMs: number, check: () => Promise<void>): () => Promise<void> {
  let goodUntil = 0
  let running: Promise<void> | undefined
  const look = async () => {
    try {
      await check()
      goodUntil = clock.now().getTime() + everyMs
    } finally {
      running = undefined
    }
  }
  return async () => {
    if (clock.now().getTime() < goodUntil) return
    running ??= look()
    await running
  }
}

async function outcome(check: () => Promise<void>): Promise<{ ok: true } | { ok: false; reason: string }> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer in ${CHECK_TIMEOUT_MS} ms`)), CHECK_TIMEOUT_MS)
  })
  try {
    await Promise.race([check(), timeout])
    return { ok: true }
  } catch (error) {
    return { ok: false, reason: error instanceof Error ? error.message : String(error) }
  } finally {
    clearTimeout(timer)
  }
}
