import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { Database } from '../db/database.ts'
import { createAssistant, createEngine, type Engine } from '../engine/index.ts'
import { createModelCaller } from '../engine/model/index.ts'
import { createEmbeddingWorker, createKnowledgeSearch, reindexOutdated } from '../engine/retrieval/index.ts'
import { aiAgentRoutes, createAiAgents } from '../features/ai-agent/index.ts'
import { createRewriteService, createSuggestService, createSummaryService } from '../features/assist/index.ts'
import { aiRunRoutes, createAiReception, lowerRunPoints } from '../features/ai-reception/index.ts'
import type { AutomaticSender, FindSendingAccount } from '../outbound/index.ts'
import type { CustomerWriter } from '../customer/customer-writer.ts'
import { createKnowledge, saveAnswer, knowledgeRoutes } from '../features/knowledge/index.ts'
import { leadKeeper } from '../features/lead/index.ts'
import { ModelSettingService, modelSettingRoutes } from '../features/model-setting/index.ts'
import { createPointStatistics, PointsWorker, pointsRoutes, PointsService } from '../features/points/index.ts'
import { PreviewService, previewRoutes } from '../features/preview/index.ts'
import type { Loop } from '../jobs/loop.ts'
import type { Clock } from '../platform/clock.ts'
import type { Config } from '../platform/config.ts'
import type { ImplementDeps } from '../platform/http/implement.ts'
import type { Secrets } from '../platform/secrets.ts'
import type { Storage } from '../platform/storage/storage.ts'
import type { Bus } from '../realtime/index.ts'

type AiDeps = {
  config: Config
  db: Database
  bus: Bus
  clock: Clock
  secrets: Secrets
  storage: Storage
  log: FastifyBaseLogger
  writer: CustomerWriter
  automatic: AutomaticSender
  findAccount: FindSendingAccount
  /** Default: the engine that calls the enterprises' configured models. */
  engine?: Engine | undefined
}

export type Ai = ReturnType<typeof createAi>

/** The AI modules: agents, previews, knowledge, points, model settings, and answering customers. */
export function createAi(deps: AiDeps) {
  const { config, db, bus, clock, log, storage } = deps
  const modelSettings = new ModelSettingService(deps)
  const modelCaller = createModelCaller({ models: modelSettings, clock, log })
  const engine = deps.engine ?? createEngine(modelCaller)
  const assist = { db, clock, models: modelSettings, assistant: createAssistant({ models: modelSettings, clock, log }) }
  const search = createKnowledgeSearch({ db, clock, log, models: modelSettings })
  const aiAgents = createAiAgents({ db, clock, log, engine, search })
  const previews = new PreviewService({ db, bus, clock, log, dryRun: aiAgents.dryRun, saveAnswer })
  const bank = { accountName: config.BANK_ACCOUNT_NAME, accountNo: config.BANK_ACCOUNT_NO, bankName: config.BANK_NAME }
  const points = new PointsService({ db, clock, isDemo: config.DEMO, bank })
  const pointStatistics = createPointStatistics({ db, clock })
  const knowledge = createKnowledge({ db, clock, storage, log, search })
  const { work: receiving, ...reception } = createAiReception({ ...deps, engine, search, leads: leadKeeper })
  const work = {
    points: new PointsWorker({ db, clock, log, lowerRunPoints }),
    learning: knowledge.learning,
    embedding: createEmbeddingWorker({ db, clock, log, models: modelSettings }),
    reindexing: { run: () => reindexOutdated(db) },
    ...receiving,
  }
  return {
    ...reception,
    engine,
    search,
    modelSettings,
    modelCaller,
    aiAgents,
    previews,
    points,
    pointStatistics,
    knowledge,
    summaries: createSummaryService(assist),
    rewrites: createRewriteService(assist),
    suggestions: createSuggestService({ db, clock, engine, search, findAccount: deps.findAccount }),
    work,
  }
}

export function aiRoutes(app: FastifyInstance, http: ImplementDeps, ai: Ai): void {
  aiAgentRoutes(app, http, ai.aiAgents)
  previewRoutes(app, http, ai.previews)
  pointsRoutes(app, http, ai.points, ai.pointStatistics)
  knowledgeRoutes(app, http, ai.knowledge)
  aiRunRoutes(app, http, ai.runs)
  modelSettingRoutes(app, http, ai.modelSettings)
}

const POINTS_INTERVAL_MS = 60_000
/** Polled, because a node of an older version may still write pieces indexed by the older analyser. */
const REINDEX_INTERVAL_MS = 600_000
/** Poll interval for missing vectors; until they are computed, learned pieces are found by full-text search. */
const EMBED_INTERVAL_MS = 5_000

export type StartNamed = (name: string) => Loop
export type DefineLoop = (round: () => Promise<boolean>, everyMs?: number) => StartNamed

/** Background loops of the AI modules: those that the database tells when they have work, and those that poll. */
export function aiLoops({ work }: Ai, loop: DefineLoop) {
  return {
    due: {
      learning: loop(() => work.learning.run()),
      'handoff hints': loop(() => work.hints.run()),
      'ai answers': answerLoop(work.answers, loop),
    },
    polled: {
      'point lots': loop(() => work.points.run(), POINTS_INTERVAL_MS),
      vectors: loop(() => work.embedding.run(), EMBED_INTERVAL_MS),
      'outdated pieces': loop(() => work.reindexing.run(), REINDEX_INTERVAL_MS),
      'human answers': miningLoop(work.mining, loop),
    },
  }
}

const miningLoop =
  (mining: Ai['work']['mining'], loop: DefineLoop): StartNamed =>
  (name) => {
    const started = loop(() => mining.run())(name)
    mining.onPush(() => started.wake())
    return started
  }

/** Woken when a row of the answer queue is due. Closing aborts the runs in progress and waits for them. */
const answerLoop =
  (answers: Ai['work']['answers'], loop: DefineLoop): StartNamed =>
  (name) => {
    const answering = loop(() => answers.run())(name)
    answers.onDue(() => answering.wake())
    return {
      wake: () => answering.wake(),
      close: async () => {
        await answering.close()
        await answers.close()
      },
    }
  }
