import { automationRuleApi } from '@ruwu/contract'
import type { FastifyInstance } from 'fastify'
import { implement, type ImplementDeps } from '../../platform/http/implement.ts'
import type { RuleService } from './rule.service.ts'

export function ruleRoutes(app: FastifyInstance, deps: ImplementDeps, rules: RuleService): void {
  implement(app, deps, '自动化规则', automationRuleApi, {
    list: ({ caller }) => rules.list(caller),
    save: ({ caller, body }) => rules.save(caller, body),
    update: ({ caller, body: { id, version, ...fields } }) => rules.update(caller, id, version, fields),
    enable: ({ caller, body }) => rules.enable(caller, body.id, body.enabled),
    move: ({ caller, body }) => rules.move(caller, body.id, body.targetPosition),
    remove: ({ caller, query }) => rules.remove(caller, query.id),
    samples: ({ caller, body }) => rules.samples(caller, body),
    try: ({ caller, body }) => rules.try(caller, body),
    log: ({ caller, body }) => rules.log(caller, body.id, body),
  })
}
