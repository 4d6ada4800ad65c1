import type { CardRuleFields } from '@ruwu/contract'
import { BAD_PATTERN, hasGoodPatterns } from '@ruwu/domain'
import type { Queryable } from '../../db/database.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { FieldError } from '../../platform/http/errors.ts'
import { mayChooseAccounts } from '../channel/index.ts'
import { listCards } from '../material/index.ts'
import { listTags } from '../tag/index.ts'
import { type AccountKey, listStaffIds } from './card-rule.repo.ts'

const NO_TAG = '所选标签不存在或已删除'

/** Validates the rule's references; cards are locked until commit. Cards the rule already uses may be removed from the platform. */
export async function checkCardRule(
  db: Queryable,
  caller: Caller,
  account: AccountKey,
  rule: CardRuleFields,
  before?: Pick<CardRuleFields, 'materialIds' | 'conditions'>,
): Promise<void> {
  if (!hasGoodPatterns(rule.trigger)) throw new FieldError({ 'trigger.words': BAD_PATTERN })
  const staff = new Set(await listStaffIds(db, account))
  const named = staffNamedIn(rule)
  const known = before ? staffNamedIn(before) : []
  if (named.some((id) => !staff.has(id)) || !(await mayChooseAccounts(db, caller, named, known)))
    throw new FieldError({ conditions: '所选子账号不存在或已删除' })

  const tags = new Set((await listTags(db, account.entId)).map(({ id }) => id))
  if (rule.tagIds.some((id) => !tags.has(id))) throw new FieldError({ tagIds: NO_TAG })
  const asked = rule.conditions.flatMap((condition) => ('tagIds' in condition ? condition.tagIds : []))
  if (asked.some((id) => !tags.has(id))) throw new FieldError({ conditions: NO_TAG })

  const cards = await listCards(db, account.entId, rule.materialIds, { hold: true })
  const found = cards.filter(
    (card) => card.relationId === account.relationId && (!card.isRemoved || before?.materialIds.includes(card.id)),
  )
  if (found.length < new Set(rule.materialIds).size) throw new FieldError({ materialIds: '所选卡片不存在或已删除' })
}

const staffNamedIn = ({ conditions }: Pick<CardRuleFields, 'conditions'>) =>
  conditions.flatMap((condition) => (condition.type === 'kos' ? condition.relationIds : []))
