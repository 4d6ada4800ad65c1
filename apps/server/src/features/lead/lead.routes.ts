import { leadApi } from '@ruwu/contract'
import type { FastifyInstance } from 'fastify'
import { implement, type ImplementDeps } from '../../platform/http/implement.ts'
import type { LeadService } from './lead.service.ts'

export function leadRoutes(app: FastifyInstance, deps: ImplementDeps, { leads }: { leads: LeadService }): void {
  implement(app, deps, '线索', leadApi, {
    list: ({ caller, body }) => leads.list(caller, body),
    page: ({ caller, body }) => leads.page(caller, body),
    countNew: ({ caller }) => leads.countNew(caller),
    timeline: ({ caller, body }) => leads.timeline(caller, body.leadId),
    create: ({ caller, body }) => leads.create(caller, body),
    update: ({ caller, body }) => leads.update(caller, body),
    batch: ({ caller, body }) => leads.batch(caller, body),
    copied: ({ caller, body }) => leads.copied(caller, body.leadId),
  })
}
