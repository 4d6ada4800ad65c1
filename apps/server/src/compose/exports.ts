import type { EntId } from '@ruwu/contract'
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../db/database.ts'
import { agentExport } from '../features/agent/index.ts'
import { auditExport } from '../features/audit/index.ts'
import { findCallerOfAgent } from '../features/auth/index.ts'
import { cancelExports, createExportService, createExportWorker } from '../features/export/index.ts'
import { createDailyService, dailyExport } from '../features/home/index.ts'
import { orderExport } from '../features/order/index.ts'
import { enterpriseExport } from '../features/personal-data/index.ts'
import { leadListExport } from '../features/lead/index.ts'
import { billExport } from '../features/points/index.ts'
import { statisticsExports, type StatisticsService } from '../features/statistics/index.ts'
import { customerExport, type ListService } from '../list/index.ts'
import type { Clock } from '../platform/clock.ts'
import type { Storage } from '../platform/storage/storage.ts'

type ExportsDeps = {
  db: Database
  statistics: StatisticsService
  clock: Clock
  storage: Storage
  log: FastifyBaseLogger
  lists: ListService
  onQueued(): void
}

/** The lists that can be exported, each defined by its feature. */
export const exportTypes = (deps: Pick<ExportsDeps, 'db' | 'statistics' | 'clock' | 'lists'>) => ({
  audit: auditExport,
  bill: billExport,
  order: orderExport,
  agent: agentExport,
  customer: customerExport(deps.lists),
  customer_lead: leadListExport,
  ...statisticsExports(deps),
  daily: dailyExport(createDailyService(deps)),
  all: enterpriseExport,
})

export function createExports(deps: ExportsDeps) {
  const types = exportTypes(deps)
  return {
    service: createExportService({ ...deps, types }),
    worker: createExportWorker({ ...deps, types, findCaller: findCallerOfAgent }),
    cancel: (entId: EntId, until: Date) => cancelExports(deps, entId, until),
  }
}
