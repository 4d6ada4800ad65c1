import type { FastifyBaseLogger } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { Database } from '../../../db/database.ts'
import type { Clock } from '../../../platform/clock.ts'
import { createCircuitBreaker } from '../../model/circuit-breaker.ts'
import { type BeginModelUse, type EmbeddingModels, type ModelAccess, textFor } from '../../model/models.ts'
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

type QuestionVectors = {
  /** Undefined when the model fails or its breaker is open. */
  forQuestion(
    access: ModelAccess,
    space: Space,
    question: string,
    begin?: BeginModelUse,
  ): Promise<Int8Array | undefined>
}

/** Question embeddings with an LRU cache and a circuit breaker. */
export function createQuestionVectors({ db, clock, log, models }: QuestionVectorsDeps): QuestionVectors {
  const breaker = createCircuitBreaker(clock)
  const cached = new LRUCache<string, Promise<Int8Array>>({ max: CACHED_QUESTIONS })

  const ask = async (access: ModelAccess, { id, dimensions }: Space, question: string): Promise<Int8Array> => {
    const { embed } = await import('./embed.ts')
    const inTime = { ...access, timeoutMs: Math.min(access.timeoutMs, QUESTION_MS) }
    const [vector] = await embed(inTime, [question], dimensions)
    if (!vector) throw new Error('a question has no vector')
    breaker.recordSuccess(`${id}`)
    return vector
  }

  const reportFailure = async (access: ModelAccess, space: Space, error: unknown): Promise<void> => {
    const { entId, id } = space
    breaker.recordFailure(`${id}`)
    log.warn({ entId, model: access.model, err: error }, 'embedding model call failed')
    const { DimensionsProblem, retireIfDimensionsChanged } = await import('./embed.ts')
    if (error instanceof DimensionsProblem) await retireIfDimensionsChanged(db.sql, access, space, clock.now())
    await models.onEmbeddingFailure(entId, access, error instanceof Error ? error.message : String(error))
  }

  return {
    async forQuestion(access, space, asTyped, begin) {
      const question = textFor(access, asTyped)
      const key = `${space.entId} ${space.id} ${question}`
      if (!cached.has(key)) {
        if (breaker.isOpen(`${space.id}`)) return undefined
        await begin?.(access)
      }
      const known = cached.get(key)
      const asked = known ?? ask(access, space, question)
      if (!known) cached.set(key, asked)
      try {
        return await asked
      } catch (error) {
        // Concurrent callers share the promise: only the first of them reports the failure.
        if (cached.get(key) === asked) {
          cached.delete(key)
          await reportFailure(access, space, error)
        }
        return undefined
      }
    },
  }
}
