import type { Database } from '../db/database.ts'
import { createEmbeddingWorker, createKnowledgeSearch } from '../engine/retrieval/index.ts'
export { SAME_MEANING } from '../engine/retrieval/vectors/calibration.ts'
import { systemClock } from '../platform/clock.ts'
import { readConfig } from '../platform/config.ts'
import type { EvalSearch } from './retrieval-eval.ts'

const TIMEOUT_MS = 20_000

/** Search by words and by vectors of the model in `LLM_BASE_URL` and `EMBEDDING_MODEL`. */
export function searchWithVectors(db: Database, env: Record<string, string | undefined>): EvalSearch {
  const { LLM_BASE_URL: baseUrl, LLM_API_KEY: key, EMBEDDING_MODEL: model } = readConfig(env)
  if (model === '') throw new Error('EMBEDDING_MODEL names no model')
  const access = {
    baseUrl,
    key,
    model,
    timeoutMs: TIMEOUT_MS,
    isOwn: false,
    isPublicOnly: false,
    allowsContacts: false,
  }
  const models = {
    embeddingFor: async () => access,
    waitForVectors: async () => [],
    onEmbeddingFailure: async (_entId: unknown, _access: unknown, problem: string) => {
      throw new Error(`${model}: ${problem}`)
    },
  }
  const deps = { db, clock: systemClock, log: { warn: () => {} }, models }
  const worker = createEmbeddingWorker(deps)
  const search = createKnowledgeSearch(deps)
  return {
    prepare: async (entId) => {
      while (await worker.fill(entId));
    },
    find: (library, question, limit) => search.find(library, question, { limit }),
  }
}
