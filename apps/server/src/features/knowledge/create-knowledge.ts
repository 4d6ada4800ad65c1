import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../../db/database.ts'
import type { KnowledgeSearch } from '../../engine/retrieval/index.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import { chargeLearning } from '../points/index.ts'
import { ImportService } from './import/import.service.ts'
import { KnowledgeFiles } from './knowledge-files.ts'
import { KnowledgeService } from './knowledge.service.ts'
import { LearningWorker } from './learning/learning-worker.ts'
import { createFetchPage } from '../../platform/reading/fetch-page.ts'
import { ReviewService } from './review/review.service.ts'
import { UsageService } from './usage/usage.service.ts'

type KnowledgeDeps = {
  db: Database
  clock: Clock
  storage: Storage
  log: FastifyBaseLogger
  search: KnowledgeSearch
}

export type KnowledgeParts = ReturnType<typeof createKnowledge>

export function createKnowledge({ db, clock, storage, log, search }: KnowledgeDeps) {
  const files = new KnowledgeFiles({ db, clock, storage })
  return {
    files,
    entries: new KnowledgeService({ db, clock, files, search }),
    imports: new ImportService({ db, clock }),
    reviews: new ReviewService({ db, clock }),
    usages: new UsageService({ db, clock }),
    learning: new LearningWorker({
      db,
      clock,
      log,
      fetchPage: createFetchPage(),
      readBytes: (row) => files.read(row),
      charge: chargeLearning,
    }),
  }
}
