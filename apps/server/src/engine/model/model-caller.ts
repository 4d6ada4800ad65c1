import type { EntId } from '@ruwu/contract'
import type { FastifyBaseLogger } from 'fastify'
import type { Clock } from '../../platform/clock.ts'
import { CircuitBreaker } from './circuit-breaker.ts'
import type { ModelAccess, Models } from './models.ts'

type ModelCallerDeps = { models: Models; clock: Clock; log: Pick<FastifyBaseLogger, 'warn'> }

/** Lets the enterprises' models work, for all who have work for them: one that fails again and again rests for all of them. */
export class ModelCaller {
  private readonly deps: ModelCallerDeps
  private readonly breaker: CircuitBreaker

  constructor(deps: ModelCallerDeps) {
    this.deps = deps
    this.breaker = new CircuitBreaker(deps.clock)
  }

  /**
   * Undefined where there is no model, where it rests, and where it does not answer. A ModelProblem is the model's; whatever else
   * is thrown is our own trouble, and goes on.
   */
  async call<T>(
    { entId, signal }: { entId: EntId; signal: AbortSignal },
    work: (access: ModelAccess) => Promise<T | undefined>,
  ): Promise<T | undefined> {
    const { models, log } = this.deps
    const access = await models.forEnterprise(entId)
    if (!access) return undefined
    const configuration = configurationOf(entId, access)
    if (this.breaker.isOpen(configuration)) return undefined
    // Most installations have no model; who has none does not load what calls it.
    const { ModelProblem } = await import('./model-problem.ts')
    try {
      const done = await work(access)
      if (done !== undefined) this.breaker.recordSuccess(configuration)
      return done
    } catch (error) {
      signal.throwIfAborted()
      if (!(error instanceof ModelProblem)) throw error
      this.breaker.recordFailure(configuration)
      log.warn({ entId, model: access.model, err: error }, 'a model did not answer')
      await models.onFailure(entId, access, error.message)
      return undefined
    }
  }
}

/** Whoever corrects a setting is not made to wait for what the wrong one did. */
const configurationOf = (entId: EntId, { isOwn, baseUrl, model, key }: ModelAccess): string =>
  JSON.stringify([isOwn ? entId : null, baseUrl, model, key])
