import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../../../db/database.ts'
import type { Clock } from '../../../platform/clock.ts'
import { CircuitBreaker } from '../../model/circuit-breaker.ts'
import type { ModelAccess } from '../../model/models.ts'
import type { EmbeddingModels } from './embedding-models.ts'
import type { Space } from './spaces.repo.ts'

/** Asked again within a conversation, or by many. */
const KEPT = 1_000
/** A customer waits; words alone are there at once. */
const QUESTION_MS = 3_000

export type QuestionVectorsDeps = {
  db: Database
  clock: Clock
  log: Pick<FastifyBaseLogger, 'warn'>
  models: EmbeddingModels
}

/** Vectors of questions, those asked lately from memory. */
export class QuestionVectors {
  private readonly deps: QuestionVectorsDeps
  private readonly breaker: CircuitBreaker
  private readonly cached = new Map<string, Promise<Int8Array>>()

  constructor(deps: QuestionVectorsDeps) {
    this.deps = deps
    this.breaker = new CircuitBreaker(deps.clock)
  }

  /** Undefined where the model does not answer. */
  async forQuestion(access: ModelAccess, space: Space, question: string): Promise<Int8Array | undefined> {
    const key = `${space.entId} ${space.id} ${question}`
    const known = this.cached.get(key)
    if (!known && this.breaker.isOpen(`${space.id}`)) return undefined
    const asked = known ?? this.ask(access, space, question)
    this.cached.delete(key)
    this.cached.set(key, asked)
    const oldest = this.cached.keys().next().value
    if (this.cached.size > KEPT && oldest !== undefined) this.cached.delete(oldest)
    try {
      return await asked
    } catch (error) {
      // Whoever asked at the same time has told it already.
      if (this.cached.get(key) === asked) {
        this.cached.delete(key)
        await this.reportFailure(access, space, error)
      }
      return undefined
    }
  }

  private async ask(access: ModelAccess, { id, dimensions }: Space, question: string): Promise<Int8Array> {
    const { embed } = await import('./embed.ts')
    const inTime = { ...access, timeoutMs: Math.min(access.timeoutMs, QUESTION_MS) }
    const [vector] = await embed(inTime, [question], dimensions)
    if (!vector) throw new Error('a question has no vector')
    this.breaker.recordSuccess(`${id}`)
    return vector
  }

  private async reportFailure(access: ModelAccess, space: Space, error: unknown): Promise<void> {
    const { db, clock, models, log } = this.deps
    const { entId, id } = space
    this.breaker.recordFailure(`${id}`)
    log.warn({ entId, model: access.model, err: error }, 'an embedding model did not answer')
    const { DimensionsProblem } = await import('./embed.ts')
    const { retireIfDimensionsChanged: retireIfOther } = await import('./retire-if-other.ts')
    if (error instanceof DimensionsProblem) await retireIfOther(db.sql, access, space, clock.now())
    await models.onEmbeddingFailure(entId, access, error instanceof Error ? error.message : String(error))
  }
}
