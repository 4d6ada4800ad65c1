import type { EntId } from '@ruwu/contract'
import type { FastifyBaseLogger } from 'fastify'
import type { Clock } from '../../platform/clock.ts'
import { createCircuitBreaker } from './circuit-breaker.ts'
import type { BeginModelUse, ModelAccess, Models } from './models.ts'

export type ModelCallerDeps = { models: Models; clock: Clock; log: Pick<FastifyBaseLogger, 'warn'> }

export type ModelCaller = {
  /**
   * Undefined when there is no model, its breaker is open, or it fails. Only a ModelProblem counts as the model's failure; other
   * errors are rethrown.
   */
  call<T>(
    request: {
      entId: EntId
      signal?: AbortSignal | undefined
      /** Shorter than the model's own limit: it has a breaker of its own, and a model that exceeds it is not reported. */
      limitMs?: number | undefined
      begin?: BeginModelUse | undefined
    },
    work: (access: ModelAccess) => Promise<T | undefined>,
  ): Promise<T | undefined>
}

/** Calls an enterprise's model behind a circuit breaker that answers and follow-ups share. */
export function createModelCaller({ models, clock, log }: ModelCallerDeps): ModelCaller {
  const breaker = createCircuitBreaker(clock)
  return {
    async call({ entId, signal, limitMs = Infinity, begin }, work) {
      const configured = await models.forEnterprise(entId)
      if (!configured) return undefined
      const access = { ...configured, timeoutMs: Math.min(configured.timeoutMs, limitMs) }
      const configuration = configurationOf(entId, access)
      if (breaker.isOpen(configuration)) return undefined
      await begin?.(access)
      // Loaded on first use: most installations have no model.
      const { ModelProblem, TIMEOUT_TEXT } = await import('./model-problem.ts')
      try {
        const done = await work(access)
        if (done !== undefined) breaker.recordSuccess(configuration)
        return done
      } catch (error) {
        signal?.throwIfAborted()
        if (!(error instanceof ModelProblem)) throw error
        breaker.recordFailure(configuration)
        log.warn({ entId, model: access.model, err: error }, 'model call failed')
        const isCut = error.message === TIMEOUT_TEXT && access.timeoutMs < configured.timeoutMs
        if (!isCut) await models.onFailure(entId, access, error.message)
        return undefined
      }
    },
  }
}

/** Breaker key. It holds the settings, so that a corrected setting starts with a closed breaker. */
const configurationOf = (entId: EntId, { isOwn, baseUrl, model, key, timeoutMs }: ModelAccess): string =>
  JSON.stringify([isOwn ? entId : null, baseUrl, model, key, timeoutMs])
