import { statisticsApi } from '@ruwu/contract'
import type { FastifyInstance } from 'fastify'
import { implement, type ImplementDeps } from '../../platform/http/implement.ts'
import type { StatisticsService } from './statistics.service.ts'

export function statisticsRoutes(app: FastifyInstance, deps: ImplementDeps, statistics: StatisticsService): void {
  implement(app, deps, '数据统计', statisticsApi, {
    overview: ({ caller, body }) => statistics.overview(caller, body),
    reception: ({ caller, body }) => statistics.reception(caller, body),
    ai: ({ caller, body }) => statistics.ai(caller, body),
    agent: ({ caller, body }) => statistics.agent(caller, body),
    channel: ({ caller, body }) => statistics.channel(caller, body),
    tag: ({ caller, body }) => statistics.tag(caller, body),
    heatmap: ({ caller, body }) => statistics.heatmap(caller, body),
    leadPage: ({ caller, body }) => statistics.leadPage(caller, body),
    sessionPage: ({ caller, body }) => statistics.sessionPage(caller, body),
  })
}
