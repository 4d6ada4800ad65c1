import { cardRuleApi } from '@ruwu/contract'
import type { FastifyInstance } from 'fastify'
import { implement, type ImplementDeps } from '../../platform/http/implement.ts'
import type { CardRuleService } from './card-rule.service.ts'

export function cardRuleRoutes(app: FastifyInstance, deps: ImplementDeps, rules: CardRuleService): void {
  implement(app, deps, '发卡规则', cardRuleApi, {
    list: ({ caller, body }) => rules.list(caller, body.relationId),
    save: ({ caller, body: { relationId, ...input } }) => rules.save(caller, relationId, input),
    update: ({ caller, body: { id, version, ...input } }) => rules.update(caller, id, version, input),
    enable: ({ caller, body }) => rules.enable(caller, body.id, body.enabled),
    move: ({ caller, body }) => rules.move(caller, body.id, body.targetPosition),
    remove: ({ caller, query }) => rules.remove(caller, query.id),
    try: ({ caller, body }) => rules.try(caller, body.relationId, body.text, body.state),
    listManual: ({ caller, body }) => rules.listManual(caller, body.customerId),
    fire: ({ caller, body }) => rules.fire(caller, body.customerId, body.ruleId),
    log: ({ caller, body: { ruleId, ...page } }) => rules.log(caller, ruleId, page),
  })
}
