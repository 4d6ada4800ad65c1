import { homeApi } from '@ruwu/contract'
import type { FastifyInstance } from 'fastify'
import { implement, type ImplementDeps } from '../../platform/http/implement.ts'
import type { HomeService } from './home.service.ts'

export function homeRoutes(app: FastifyInstance, deps: ImplementDeps, home: HomeService): void {
  implement(app, deps, '首页', homeApi, {
    todo: ({ caller }) => home.todo(caller),
    team: ({ caller }) => home.team(caller),
    guide: ({ caller }) => home.guide(caller),
    notice: ({ caller }) => home.notice(caller),
    misses: ({ caller }) => home.misses(caller),
    dismiss: ({ caller, body }) => home.dismiss(caller, body.noticeId),
  })
}
