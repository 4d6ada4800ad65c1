import { registerApi } from '@ruwu/contract'
import type { FastifyInstance } from 'fastify'
import { implement, type ImplementDeps } from '../../platform/http/implement.ts'
import type { RegisterService } from './register.service.ts'

export function registerRoutes(app: FastifyInstance, deps: ImplementDeps, registration: RegisterService): void {
  implement(app, deps, '注册', registerApi, {
    sendSms: ({ body, origin }) => registration.sendSms(body, origin),
    submit: ({ body, origin }) => registration.submit(body, origin),
  })
}
