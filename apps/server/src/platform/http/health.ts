import type { FastifyInstance } from 'fastify'
import type { Clock } from '../clock.ts'

/** Readiness checks by name; each throws the reason while its part is unusable. */
export type Checks = Record<string, () => Promise<void>>

const CHECK_TIMEOUT_MS = 3_000

export function healthRoutes(app: FastifyInstance, checks: Checks): void {
  app.get('/healthz', { schema: { hide: true } }, async () => ({ status: 'live' }))

  app.get('/readyz', { schema: { hide: true } }, async (_request, reply) => {
    const results = await Promise.all(
      Object.entries(checks).map(async ([name, check]) => [name, await outcome(check)] as const),
    )
    const ready = results.every(([, result]) => result.ok)
    return reply.status(ready ? 200 : 503).send({ ready, checks: Object.fromEntries(results) })
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
