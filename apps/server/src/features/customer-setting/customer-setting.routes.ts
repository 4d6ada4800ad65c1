import { customerSettingApi } from '@ruwu/contract'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../db/database.ts'
import type { Clock } from '../../platform/clock.ts'
import { implement, type ImplementDeps } from '../../platform/http/implement.ts'
import { createCustomerSettingService } from './customer-setting.service.ts'
import { createFieldService } from './field.service.ts'

export function customerSettingRoutes(
  app: FastifyInstance,
  deps: ImplementDeps,
  parts: { db: Database; clock: Clock },
): void {
  const settings = createCustomerSettingService(parts)
  const fields = createFieldService(parts)
  implement(app, deps, '客户设置', customerSettingApi, {
    get: ({ caller }) => settings.get(caller),
    update: ({ caller, body }) => settings.update(caller, body),
    listFields: ({ caller }) => fields.list(caller),
    createField: ({ caller, body }) => fields.create(caller, body),
    updateField: ({ caller, body }) => fields.update(caller, body),
    moveField: ({ caller, body }) => fields.move(caller, body.id, body.targetPosition),
  })
}
