import {
  CARD_RULES_MAX,
  type CardRuleCondition,
  type CardRuleId,
  type MaterialId,
  type RelationId,
  type Source,
} from '@ruwu/contract'
import { cardLack } from '@ruwu/domain'
import type { Database } from '../../db/database.ts'
import type { Clock } from '../../platform/clock.ts'
import { UserFacingError } from '../../platform/http/errors.ts'
import { newId } from '../../platform/ids.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { getVisibleAccount } from '../channel/index.ts'
import { listCards, lockByContent, type MaterialRow } from '../material/index.ts'
import { type CardRuleRow, cardsOf, changeRule, insertRule, listRules, lockAccountRules } from './card-rule.repo.ts'
import { emitRulesChange, TOO_MANY_RULES } from './card-rule.service.ts'

/**
 * Copies rules to another account: one with the same name is replaced, others are appended. Cards become those of the
 * same type and title there; a rule without a card, or with a sub-account condition, is copied disabled. Returns what
 * the other account lacks.
 */
export const copyCardRules =
  ({ db, clock }: { db: Database; clock: Clock }) =>
  async (caller: Caller, from: RelationId, to: RelationId, dryRun: boolean): Promise<string[]> => {
    const { entId, agentId } = caller
    await getVisibleAccount(db.sql, caller, from)
    const { source } = await getVisibleAccount(db.sql, caller, to)
    return db.transaction(async (tx) => {
      const target = { entId, relationId: to }
      await lockAccountRules(tx.sql, target)
      const rules = await listRules(tx.sql, { entId, relationId: from })
      if (rules.length === 0) return []
      const cards = new Map((await listCards(tx.sql, entId, cardsOf(rules))).map((card) => [card.id, card]))
      const counterpartOf = await lockByContent(tx.sql, entId, to)
      const existing = await listRules(tx.sql, target)
      const lacks = rules.flatMap((rule) => lacksOf(rule, (id) => cards.get(id), counterpartOf, source))
      const added = rules.filter((rule) => !existing.some((each) => each.name === rule.name)).length
      if (existing.length + added > CARD_RULES_MAX) throw new UserFacingError('refused', TOO_MANY_RULES)
      if (dryRun) return lacks
      const now = clock.now()
      let position = existing.length
      for (const rule of rules) {
        const found = rule.materialIds.flatMap((id) => {
          const card = cards.get(id)
          return (card && counterpartOf(card)) ?? []
        })
        const edit = { ...copied(rule), materialIds: [...new Set(found)], updatedBy: agentId, updatedAt: now }
        if (edit.materialIds.length === 0) edit.enabled = false
        const namesake = existing.find((each) => each.name === rule.name)
        if (namesake) {
          await changeRule(tx.sql, namesake, edit)
          continue
        }
        await insertRule(tx.sql, { ...edit, ...target, id: newId<CardRuleId>(now), position, createdAt: now })
        position += 1
      }
      await emitRulesChange(tx, caller, target, now)
      return lacks
    })
  }

function lacksOf(
  { name, materialIds, conditions }: CardRuleRow,
  cardOf: (id: MaterialId) => MaterialRow | undefined,
  counterpartOf: (card: MaterialRow) => MaterialId | undefined,
  source: Source,
): string[] {
  const cards = materialIds.flatMap((id) => cardOf(id) ?? [])
  const missing = cards.filter((card) => counterpartOf(card) === undefined)
  const isOff = missing.length === cards.length || conditions.some(isOfSubAccounts)
  const reasons = [
    ...missing.map((card) => cardLack(source, card)),
    ...(conditions.some(isOfSubAccounts) ? ['子账号条件不复制'] : []),
  ]
  return reasons.length === 0 ? [] : [`发卡规则「${name}」${isOff ? '复制后停用' : ''}：${reasons.join('；')}`]
}

const isOfSubAccounts = (condition: CardRuleCondition) => condition.type === 'kos'

/** Conditions on sub-accounts are not copied. */
const copied = (rule: CardRuleRow) => ({
  name: rule.name,
  trigger: rule.trigger,
  conditions: rule.conditions.filter((condition) => !isOfSubAccounts(condition)),
  before: rule.before,
  after: rule.after,
  tagIds: rule.tagIds,
  delaySec: rule.delaySec,
  maxPerCustomer: rule.maxPerCustomer,
  intervalHours: rule.intervalHours,
  skipWithLead: rule.skipWithLead,
  dailyMax: rule.dailyMax,
  goesOn: rule.goesOn,
  enabled: rule.enabled && !rule.conditions.some(isOfSubAccounts),
})
