import { automationApi } from '@ruwu/contract'
import type { FastifyInstance } from 'fastify'
import { implement, type ImplementDeps } from '../../platform/http/implement.ts'
import type { AutomationService } from './automation.service.ts'

export function automationRoutes(app: FastifyInstance, deps: ImplementDeps, automation: AutomationService): void {
  implement(app, deps, '自动化', automationApi, {
    more: ({ caller }) => automation.more(caller),
    saveFollowUp: ({ caller, body }) => automation.saveFollowUp(caller, body),
    saveAutoArchive: ({ caller, body }) => automation.saveAutoArchive(caller, body),
    saveGlobal: ({ caller, body }) => automation.saveGlobal(caller, body),
    pause: ({ caller, body }) => automation.pause(caller, body.paused),
    logPage: ({ caller, body }) => automation.logPage(caller, body),
  })
}
