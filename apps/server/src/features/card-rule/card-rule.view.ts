import type { CardRule, CardRuleFields, CardRuleLogItem } from '@ruwu/contract'
import type { DecidableRule } from '@ruwu/domain'
import { shownTo } from '../../customer/customer.view.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { CardRuleRow } from './card-rule.repo.ts'
import type { LogRow, RuleFigures } from './card-rule-log.repo.ts'

export function toCardRule(row: CardRuleRow, figures: RuleFigures): CardRule {
  return {
    id: row.id,
    relationId: row.relationId,
    position: row.position,
    name: row.name,
    trigger: row.trigger,
    conditions: row.conditions,
    materialIds: row.materialIds,
    tagIds: row.tagIds,
    before: row.before,
    after: row.after,
    delaySec: row.delaySec,
    maxPerCustomer: row.maxPerCustomer,
    intervalHours: row.intervalHours,
    skipWithLead: row.skipWithLead,
    dailyMax: row.dailyMax,
    continue: row.goesOn,
    enabled: row.enabled,
    ...figures,
    version: row.version,
    updatedAt: row.updatedAt.toISOString(),
  }
}

export const toDecidable = ({ goesOn, ...row }: CardRuleRow): DecidableRule => ({ ...row, continue: goesOn })

/** Columns from the input fields. */
export const toColumns = ({ continue: goesOn, ...fields }: CardRuleFields) => ({ ...fields, goesOn })

export const toLogItem = (caller: Caller, row: LogRow): CardRuleLogItem => ({
  at: row.at.toISOString(),
  customerId: row.customerId,
  customerName: shownTo(caller, row.customerRemark || row.customerName),
  ruleId: row.ruleId,
  materialId: row.materialId,
  materialName: row.materialName ?? '',
  result: row.result,
  error: row.error,
})
