import type { MaterialId } from '@ruwu/contract'
import {
  asksForContact as isContactText,
  type CardRuleDecision,
  type CardRuleSituation,
  decideCardRules,
  startOfDay,
  zonedTime,
} from '@ruwu/domain'
import type { Queryable } from '../../db/database.ts'
import { findAccount } from '../channel/index.ts'
import { isUsableCard, listCards } from '../material/index.ts'
import { readUse } from './card-rule-log.repo.ts'
import { type CardRuleRow, cardsOf, listRules } from './card-rule.repo.ts'
import { toDecidable } from './card-rule.view.ts'
import type { CustomerFacts } from './customer-facts.repo.ts'

/** What is known of the event at which rules are decided. */
export type OccasionFacts = Pick<
  CardRuleSituation,
  'text' | 'isFirstEnter' | 'isAd' | 'round' | 'silentMinutes' | 'intents' | 'isClicked'
>

/** Own rules first, then those of the main account. */
export async function rulesFor(
  db: Queryable,
  { entId, relationId }: Pick<CustomerFacts, 'entId' | 'relationId'>,
): Promise<CardRuleRow[]> {
  const own = await listRules(db, { entId, relationId })
  const parentId = (await findAccount(db, entId, relationId))?.parentId
  return parentId ? [...own, ...(await listRules(db, { entId, relationId: parentId }))] : own
}

export const decide = async (...situation: Parameters<typeof explain>): Promise<CardRuleDecision[]> =>
  (await explain(...situation)).filter((decision) => decision.fires)

/** Every rule with the reason why it does not fire. */
export async function explain(
  db: Queryable,
  rules: readonly CardRuleRow[],
  facts: CustomerFacts,
  happening: OccasionFacts,
  now: Date,
): Promise<CardRuleDecision[]> {
  if (rules.length === 0) return []
  const cards = await listCards(db, facts.entId, cardsOf(rules))
  const usable = new Set(cards.filter((card) => isUsableCard(card, now)).map((card) => card.id))
  const dayStart = startOfDay(zonedTime(now, facts.timeZone), facts.timeZone)
  const ids = rules.map((rule) => rule.id)
  return decideCardRules(rules.map(toDecidable), {
    ...facts,
    ...happening,
    now,
    useOf: await readUse(db, facts, ids, dayStart),
    isUsable: (card) => usable.has(card),
  })
}

/** Whether the rule's card takes the customer's contact or its texts ask for it. A 名片 answers a customer who wants ours. */
export async function asksForContact(db: Queryable, rule: CardRuleRow, materialId: MaterialId): Promise<boolean> {
  if (isContactText(`${rule.before}\n${rule.after}`)) return true
  const [card] = await listCards(db, rule.entId, [materialId])
  return card?.type === 'lead_form'
}
