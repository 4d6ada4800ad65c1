import { customerSettingApi } from '@ruwu/contract'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../db/database.ts'
import { implement, type ImplementDeps } from '../../platform/http/implement.ts'
import { listFields, readCustomerSetting } from '../../customer/customer-setting.repo.ts'
import { toField } from '../../customer/customer-setting.view.ts'

export function customerSettingRoutes(app: FastifyInstance, deps: ImplementDeps, db: Database): void {
  implement(app, deps, '客户设置', customerSettingApi, {
    get: ({ caller }) => readCustomerSetting(db.sql, caller.entId),
    listFields: async ({ caller }) => (await listFields(db.sql, caller.entId)).map(toField),
  })
}
