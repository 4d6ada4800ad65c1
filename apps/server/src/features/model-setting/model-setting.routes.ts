import { modelSettingApi } from '@ruwu/contract'
import type { FastifyInstance } from 'fastify'
import { implement, type ImplementDeps } from '../../platform/http/implement.ts'
import type { ModelSettingService } from './model-setting.service.ts'

export function modelSettingRoutes(app: FastifyInstance, deps: ImplementDeps, settings: ModelSettingService): void {
  implement(app, deps, '模型接入', modelSettingApi, {
    get: ({ caller }) => settings.get(caller),
    save: ({ caller, body: { version, ...input } }) => settings.save(caller, version, input),
    test: ({ caller, body }) => settings.test(caller, body),
  })
}
