import { certifyApi } from '@ruwu/contract'
import type { FastifyInstance } from 'fastify'
import { implement, type ImplementDeps } from '../../platform/http/implement.ts'
import type { CertifyService } from './certify.service.ts'

export function certifyRoutes(app: FastifyInstance, deps: ImplementDeps, certifications: CertifyService): void {
  implement(app, deps, '企业认证', certifyApi, {
    info: ({ caller }) => certifications.info(caller),
    form: ({ caller }) => certifications.form(caller),
    sendSms: ({ caller, body }) => certifications.sendSms(caller, body.telephone),
    submit: ({ caller, body }) => certifications.submit(caller, body),
  })
}
