import { totpApi } from '@ruwu/contract'
import type { FastifyInstance } from 'fastify'
import { implement, type ImplementDeps } from '../../platform/http/implement.ts'
import type { RoleService } from '../role/index.ts'
import type { TotpService } from './totp.service.ts'

export function totpRoutes(app: FastifyInstance, deps: ImplementDeps, totp: TotpService, roles: RoleService): void {
  implement(app, deps, '两步验证', totpApi, {
    state: ({ caller }) => totp.state(caller),
    begin: ({ caller, body }) => totp.begin(caller, body.password),
    enable: ({ caller, body }) => totp.enable(caller, body.setup, body.code),
    disable: ({ caller, body }) => totp.disable(caller, body),
    renewCodes: ({ caller, body }) => totp.renewCodes(caller, body),
    holders: ({ caller }) => totp.holders(caller),
    reset: ({ caller, body }) => totp.reset(caller, body.id),
    requireForRole: ({ caller, body }) => roles.requireTotp(caller, body.id, body.required),
  })
}
