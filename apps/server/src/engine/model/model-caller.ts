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
    request: { entId: EntId; signal: AbortSignal; begin?: BeginModelUse | undefined },
    work: (access: ModelAccess) => Promise<T | undefined>,
  ): Promise<T | undefined>
}

/** Calls an enterprise's model behind a circuit breaker that answers and follow-ups share. */
export function createModelCaller({ models, clock, log }: ModelCallerDeps): ModelCaller {
  const breaker = createCircuitBreaker(clock)
  return {
    async call({ entId, signal, begin }, work) {
      const access = await models.forEnterprise(entId)
      if (!access) return undefined
      const configuration = configurationOf(entId, access)
      if (breaker.isOpen(configuration)) return undefined
      await begin?.(access)
      // Loaded on first use: most installations have no model.
      const { ModelProblem } = await import('./model-problem.ts')
      try {
        const done = await work(access)
        if (done !== undefined) breaker.recordSuccess(configuration)
        return done
      } catch (error) {
        signal.throwIfAborted()
        if (!(error instanceof ModelProblem)) throw error
        breaker.recordFailure(configuration)
        log.warn({ entId, model: access.model, err: error }, 'model call failed')
        await models.onFailure(entId, access, error.message)
        return undefined
      }
    },
  }
}

/** Breaker key. It holds the settings, so that a corrected setting starts with a closed breaker. */
const configurationOf = (entId: EntId, { isOwn, baseUrl, model, key }: ModelAccess): string =>
  JSON.stringify([isOwn ? entId : null, baseUrl, model, key])
