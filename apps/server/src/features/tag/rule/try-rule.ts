import type { TagRule, TagRuleTrial } from '@ruwu/contract'
import { matchesTagRule } from '@ruwu/domain'
import { nameFor, shownTo } from '../../../customer/customer.view.ts'
import type { Queryable } from '../../../db/database.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { NotFoundError } from '../../../platform/http/errors.ts'
import { mayChooseAccounts } from '../../channel/index.ts'
import { ruleFacts } from './rule-facts.ts'
import { listRecentCustomers } from './tag-check.repo.ts'

const DAY_MS = 86_400_000
/** Bounds of a dry run: customers, messages of each, shown samples. */
const LIMITS = { customers: 2_000, messages: 100, samples: 10 }

const accountsIn = (rule: TagRule | null) =>
  (rule?.conditions ?? []).flatMap((condition) => (condition.type === 'account' ? condition.relationIds : []))

/** Accounts of a rule must be the enterprise's own; newly chosen ones must be in the caller's scope. */
export async function checkRule(
  sql: Queryable,
  caller: Caller,
  rule: TagRule | null,
  before: TagRule | null = null,
): Promise<void> {
  if (!(await mayChooseAccounts(sql, caller, accountsIn(rule), accountsIn(before)))) throw new NotFoundError('账号')
}

/** Dry run: who of the customers with a message in the last days matches on one of their messages. */
export async function tryRule(
  sql: Queryable,
  caller: Caller,
  { rule, days }: { rule: TagRule; days: number },
  now: Date,
): Promise<TagRuleTrial> {
  await checkRule(sql, caller, rule)
  const since = new Date(now.getTime() - days * DAY_MS)
  const recent = await listRecentCustomers(sql, caller, { since, limit: LIMITS.customers + 1, looked: LIMITS.messages })
  const checked = recent.slice(0, LIMITS.customers)
  const matched = checked.flatMap((row) => {
    const matches = (texts: readonly string[]) => matchesTagRule(rule, ruleFacts(caller.entId, row, texts, now))
    const text = row.texts.find((each) => matches([each]))
    return text !== undefined || matches([]) ? [{ row, text: text ?? row.texts[0] ?? '' }] : []
  })
  return {
    matched: matched.length,
    checked: checked.length,
    isCut: recent.length > LIMITS.customers,
    samples: matched.slice(0, LIMITS.samples).map(({ row, text }) => ({
      customerId: row.id,
      name: nameFor(caller, row),
      text: shownTo(caller, text),
      at: row.lastInboundAt.toISOString(),
    })),
  }
}
