import { notifySettingApi } from '@ruwu/contract'
import type { FastifyInstance } from 'fastify'
import { implement, type ImplementDeps } from '../../platform/http/implement.ts'
import type { NotifySettingService } from './notify-setting.service.ts'

export function notifySettingRoutes(app: FastifyInstance, deps: ImplementDeps, settings: NotifySettingService): void {
  implement(app, deps, '会话提醒', notifySettingApi, {
    get: ({ caller }) => settings.get(caller),
    update: ({ caller, body }) => settings.update(caller, body),
  })
}
