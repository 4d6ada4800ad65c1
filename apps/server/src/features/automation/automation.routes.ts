import { automationApi, leadPushApi } from '@ruwu/contract'
import type { FastifyInstance } from 'fastify'
import { implement, type ImplementDeps } from '../../platform/http/implement.ts'
import type { AutomationService } from './automation.service.ts'
import type { LeadPushService } from './lead-push/lead-push.service.ts'

type Services = { settings: AutomationService; leadPush: LeadPushService }

export function automationRoutes(app: FastifyInstance, deps: ImplementDeps, services: Services): void {
  const { settings: automation, leadPush } = services
  implement(app, deps, '自动化', automationApi, {
    more: ({ caller }) => automation.more(caller),
    saveFollowUp: ({ caller, body }) => automation.saveFollowUp(caller, body),
    saveComment: ({ caller, body }) => automation.saveComment(caller, body),
    saveAutoArchive: ({ caller, body }) => automation.saveAutoArchive(caller, body),
    saveGlobal: ({ caller, body }) => automation.saveGlobal(caller, body),
    pause: ({ caller, body }) => automation.pause(caller, body.paused),
    logPage: ({ caller, body }) => automation.logPage(caller, body),
  })
  implement(app, deps, '线索推送', leadPushApi, {
    save: ({ caller, body }) => leadPush.save(caller, body),
    test: ({ caller, body }) => leadPush.test(caller, body.id),
    log: ({ caller }) => leadPush.log(caller),
    repeat: ({ caller, body }) => leadPush.repeat(caller, body.id),
  })
}
