import { pointsApi } from '@ruwu/contract'
import type { FastifyInstance } from 'fastify'
import { implement, type ImplementDeps } from '../../platform/http/implement.ts'
import type { PointStatistics } from './point-statistics.service.ts'
import type { PointsService } from './points.service.ts'

export function pointsRoutes(
  app: FastifyInstance,
  deps: ImplementDeps,
  points: PointsService,
  statistics: PointStatistics,
): void {
  implement(app, deps, '积分', pointsApi, {
    info: ({ caller }) => points.info(caller),
    seeNotice: ({ caller }) => points.seeNotice(caller),
    bonusInfo: ({ caller }) => points.lots(caller),
    onlyPoint: ({ caller, query }) => statistics.totals(caller, query),
    timeline: ({ caller, body }) => statistics.timeline(caller, body),
    pointConsume: ({ caller, body }) => statistics.consumption(caller, body),
    bankInfo: async ({ caller }) => points.bankInfo(caller),
    getSetting: ({ caller }) => points.setting(caller),
    saveSetting: ({ caller, body }) => points.saveSetting(caller, body),
    pageBills: ({ caller, body: { page, pageSize, sort, ...filter } }) =>
      points.bills(caller, filter, { page, pageSize, sort }),
    demoRecharge: ({ caller }) => points.demoRecharge(caller),
  })
}
