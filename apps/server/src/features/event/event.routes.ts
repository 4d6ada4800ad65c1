import { eventApi } from '@ruwu/contract'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../db/database.ts'
import { implement, type ImplementDeps } from '../../platform/http/implement.ts'
import { listEvents } from './event.service.ts'

export function eventRoutes(app: FastifyInstance, deps: ImplementDeps, db: Database): void {
  implement(app, deps, '事件', eventApi, {
    list: ({ caller, body }) => listEvents(db, caller, body),
  })
}
