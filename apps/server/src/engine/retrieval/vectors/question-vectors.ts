import type { FastifyBaseLogger } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { Database } from '../../../db/database.ts'
import type { Clock } from '../../../platform/clock.ts'
import { CircuitBreaker } from '../../model/circuit-breaker.ts'
import type { EmbeddingModels, ModelAccess } from '../../model/models.ts'
import type { Space } from './spaces.repo.ts'

const CACHED_QUESTIONS = 1_000
/** Timeout: a customer waits, and search by words does not need the vector. */
const QUESTION_MS = 3_000

export type QuestionVectorsDeps = {
  db: Database
  clock: Clock
  log: Pick<FastifyBaseLogger, 'warn'>
  models: EmbeddingModels
}

/** Question embeddings with an LRU cache and a circuit breaker. */
export class QuestionVectors {
  private readonly deps: QuestionVectorsDeps
  private readonly breaker: CircuitBreaker
  private readonly cached = new LRUCache<string, Promise<Int8Array>>({ max: CACHED_QUESTIONS })

  constructor(deps: QuestionVectorsDeps) {
    this.deps = deps
    this.breaker = new CircuitBreaker(deps.clock)
  }

  /** Undefined when the model fails or its breaker is open. */
  async forQuestion(access: ModelAccess, space: Space, question: string): Promise<Int8Array | undefined> {
    const key = `${space.entId} ${space.id} ${question}`
    const known = this.cached.get(key)
    if (!known && this.breaker.isOpen(`${space.id}`)) return undefined
    const asked = known ?? this.ask(access, space, question)
    if (!known) this.cached.set(key, asked)
    try {
      return await asked
    } catch (error) {
      // Concurrent callers share the promise: only the first of them reports the failure.
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
    log.warn({ entId, model: access.model, err: error }, 'embedding model call failed')
    const { DimensionsProblem, retireIfDimensionsChanged } = await import('./embed.ts')
    if (error instanceof DimensionsProblem) await retireIfDimensionsChanged(db.sql, access, space, clock.now())
    await models.onEmbeddingFailure(entId, access, error instanceof Error ? error.message : String(error))
  }
}
