import { aiRunApi } from '@ruwu/contract'
import type { FastifyInstance } from 'fastify'
import { implement, type ImplementDeps } from '../../platform/http/implement.ts'
import type { AiRunService } from './ai-run.service.ts'

export function aiRunRoutes(app: FastifyInstance, deps: ImplementDeps, runs: AiRunService): void {
  implement(app, deps, 'AI 回答', aiRunApi, {
    forMessage: ({ caller, body }) => runs.ofMessage(caller, body),
    keep: ({ caller, body }) => runs.keep(caller, body),
  })
}
