import { automationTemplateApi } from '@ruwu/contract'
import type { FastifyInstance } from 'fastify'
import { implement, type ImplementDeps } from '../../platform/http/implement.ts'
import type { TemplateService } from './template.service.ts'

export function templateRoutes(app: FastifyInstance, deps: ImplementDeps, templates: TemplateService): void {
  implement(app, deps, '自动化模板', automationTemplateApi, {
    list: ({ caller }) => templates.list(caller),
    update: ({ caller, body }) => templates.update(caller, body),
    reset: ({ caller, body }) => templates.reset(caller, body.templateId),
  })
}
