import { noticeApi } from '@ruwu/contract'
import type { FastifyInstance } from 'fastify'
import { implement, type ImplementDeps } from '../../platform/http/implement.ts'
import type { NoticeService } from './notice.service.ts'

export function noticeRoutes(app: FastifyInstance, deps: ImplementDeps, notices: NoticeService): void {
  implement(app, deps, '通知中心', noticeApi, {
    page: ({ caller, body }) => notices.page(caller, body),
    read: ({ caller, body }) => notices.read(caller, body),
    postpone: ({ caller, body }) => notices.postpone(caller, body.id, body.remindAt),
  })
}
