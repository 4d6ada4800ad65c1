import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../../db/database.ts'
import type { Engine } from '../../engine/index.ts'
import type { KnowledgeSearch } from '../../engine/retrieval/index.ts'
import type { Clock } from '../../platform/clock.ts'
import { AiAgentService } from './ai-agent.service.ts'
import { DryRun } from './dry-run.ts'
import { PublishService } from './publish.service.ts'
import { AiStatisticsService } from './statistics.service.ts'
import { TestSetService } from './test-set.service.ts'

export type AiAgents = ReturnType<typeof createAiAgents>

type AiAgentDeps = {
  db: Database
  clock: Clock
  log: FastifyBaseLogger
  engine: Engine
  search: KnowledgeSearch
}

export function createAiAgents(deps: AiAgentDeps) {
  const dryRun = new DryRun(deps)
  const tests = new TestSetService({ ...deps, dryRun })
  return {
    agents: new AiAgentService(deps),
    publishing: new PublishService({ ...deps, tests }),
    statistics: new AiStatisticsService(deps),
    dryRun,
    tests,
  }
}
