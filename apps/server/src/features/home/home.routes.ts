import { homeApi, homeDailyApi } from '@ruwu/contract'
import type { FastifyInstance } from 'fastify'
import { implement, type ImplementDeps } from '../../platform/http/implement.ts'
import type { DailyPushService } from './daily/daily-push.service.ts'
import type { DailyService } from './daily/daily.service.ts'
import type { HomeService } from './home.service.ts'

type HomeParts = { home: HomeService; daily: DailyService; dailyPushes: DailyPushService }

export function homeRoutes(app: FastifyInstance, deps: ImplementDeps, { home, daily, dailyPushes }: HomeParts): void {
  implement(app, deps, '首页', homeApi, {
    overview: ({ caller, query }) => home.overview(caller, query.range),
    todo: ({ caller }) => home.todo(caller),
    team: ({ caller }) => home.team(caller),
    guide: ({ caller }) => home.guide(caller),
    notice: ({ caller }) => home.notice(caller),
    misses: ({ caller }) => home.misses(caller),
    dismiss: ({ caller, body }) => home.dismiss(caller, body.noticeId),
  })
  implement(app, deps, '日报', homeDailyApi, {
    report: ({ caller, query }) => daily.report(caller, query),
    getPush: ({ caller }) => dailyPushes.get(caller),
    savePush: ({ caller, body }) => dailyPushes.save(caller, body),
    testPush: ({ caller, body }) => dailyPushes.test(caller, body),
  })
}
