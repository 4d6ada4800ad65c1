import { type RelationId, RULE_LIMITS, type RuleDraft, type RuleFields } from '@ruwu/contract'
import { badPatterns, countPatterns, leavesOf, RULE_TEXTS } from '@ruwu/domain'
import type { Queryable } from '../../db/database.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { FieldError, UserFacingError } from '../../platform/http/errors.ts'
import { areAgents } from '../agent/index.ts'
import { checkActions } from '../automation-action/index.ts'
import { mayChooseAccounts } from '../channel/index.ts'

type Conditioned = Pick<RuleFields, 'conditions'>

/** Regular expressions of all rules together; under the lock of the rules. */
export function checkPatterns({ conditions }: Conditioned, others: readonly Conditioned[]): void {
  const own = countPatterns(conditions)
  const all = others.reduce((sum, rule) => sum + countPatterns(rule.conditions), own)
  if (own > 0 && all > RULE_LIMITS.patterns) throw new UserFacingError('refused', RULE_TEXTS.tooManyPatterns)
}

/** What a rule names must exist, and its author must have the permission of every action. A draft is checked like any other. */
export async function checkRule(
  db: Queryable,
  caller: Caller,
  rule: RuleFields,
  { isDemo, before }: { isDemo: boolean; before?: RuleDraft },
): Promise<void> {
  await checkConditions(db, caller, rule, before)
  await checkActions(db, caller, rule.actions, isDemo)
}

export async function checkConditions(
  db: Queryable,
  caller: Caller,
  { accountIds, conditions }: RuleDraft,
  before?: RuleDraft,
): Promise<void> {
  const known = before ? accountsIn(before) : []
  if (!(await mayChooseAccounts(db, caller, accountIds, known)))
    throw new FieldError({ accountIds: RULE_TEXTS.gone('账号') })
  const [bad] = badPatterns(conditions)
  if (bad !== undefined) throw new FieldError({ [conditionPath(bad, 'words')]: RULE_TEXTS.badPattern })
  for (const { path, condition } of leavesOf(conditions)) {
    if (condition.type === 'owner' && !(await areAgents(db, caller.entId, condition.agentIds)))
      throw new FieldError({ [conditionPath(path, 'agentIds')]: RULE_TEXTS.gone('客服') })
    if (condition.type === 'account' && !(await mayChooseAccounts(db, caller, condition.relationIds, known)))
      throw new FieldError({ [conditionPath(path, 'relationIds')]: RULE_TEXTS.gone('账号') })
  }
}

const accountsIn = ({ accountIds, conditions }: RuleDraft): RelationId[] => [
  ...accountIds,
  ...leavesOf(conditions).flatMap(({ condition }) => (condition.type === 'account' ? condition.relationIds : [])),
]

/** `2.1` → conditions.items.2.items.1.words. */
const conditionPath = (path: string, field: string) =>
  ['conditions', ...path.split('.').flatMap((index) => ['items', index]), field].join('.')
