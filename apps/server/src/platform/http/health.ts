import type { FastifyInstance } from 'fastify'
import type { Clock } from '../clock.ts'
import { isInternal } from './internal-only.ts'

/** A check of a part by its name; it throws the reason while the part is unusable. */
type CheckList = Record<string, () => Promise<void>>

/** Without a `needed` part the node takes no requests; without a `helpful` one it serves more slowly. */
export type Checks = { needed: CheckList; helpful?: CheckList }

const CHECK_TIMEOUT_MS = 3_000

/** Load balancers get the status; the reasons may name hosts and are for the operator. */
export function healthRoutes(app: FastifyInstance, checks: Checks, token: string): void {
  const mayRead = isInternal(token)
  app.get('/healthz', { schema: { hide: true } }, async () => ({ status: 'live' }))

  app.get('/readyz', { schema: { hide: true } }, async (request, reply) => {
    const [needed, helpful] = await Promise.all([outcomes(checks.needed), outcomes(checks.helpful ?? {})])
    const ready = needed.every(([, result]) => result.ok)
    const isDegraded = helpful.some(([, result]) => !result.ok)
    const detail = mayRead(request) ? { checks: Object.fromEntries([...needed, ...helpful]) } : {}
    // No other site's page may read the reasons in a browser of this machine.
    reply.removeHeader('access-control-allow-origin')
    return reply.status(ready ? 200 : 503).send({ ready, ...(isDegraded ? { degraded: true } : {}), ...detail })
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

const outcomes = (checks: CheckList) =>
  Promise.all(Object.entries(checks).map(async ([name, check]) => [name, await outcome(check)] as const))

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
