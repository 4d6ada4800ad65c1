import { personalDataApi } from '@ruwu/contract'
import type { FastifyInstance } from 'fastify'
import { implement, type ImplementDeps } from '../../platform/http/implement.ts'
import type { PersonalDataService } from './personal-data.service.ts'

export function personalDataRoutes(app: FastifyInstance, deps: ImplementDeps, people: PersonalDataService): void {
  implement(app, deps, '个人信息', personalDataApi, {
    startExport: ({ caller, body }) => people.startExport(caller, body.customerId),
    exportPage: ({ caller, body }) => people.exportPage(caller, body.customerId, body.cursor),
    erase: ({ caller, body }) => people.erase(caller, body.customerId, body.name),
  })
}
