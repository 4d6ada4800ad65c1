import { pointsApi } from '@ruwu/contract'
import type { FastifyInstance } from 'fastify'
import { implement, type ImplementDeps } from '../../platform/http/implement.ts'
import type { PointsService } from './points.service.ts'

export function pointsRoutes(app: FastifyInstance, deps: ImplementDeps, points: PointsService): void {
  implement(app, deps, '积分', pointsApi, {
    info: ({ caller }) => points.info(caller),
    bonusInfo: ({ caller }) => points.lots(caller),
    getSetting: ({ caller }) => points.setting(caller),
    saveSetting: ({ caller, body }) => points.saveSetting(caller, body),
    pageBills: ({ caller, body: { page, pageSize, ...filter } }) => points.bills(caller, filter, { page, pageSize }),
    demoRecharge: ({ caller }) => points.demoRecharge(caller),
  })
}
