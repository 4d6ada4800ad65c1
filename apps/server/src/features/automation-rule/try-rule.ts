import {
  type AutomationAction,
  type AutomationRuleId,
  type CustomerId,
  type MessageId,
  RULE_LIMITS,
  type RuleDraft,
  type RuleSample,
  type RuleTrial,
} from '@ruwu/contract'
import { actionText, checkEach, type ConditionFacts, countPatterns, holdsGroup, RULE_TEXTS } from '@ruwu/domain'
import { getAccountReception } from '../../customer/account-reception.repo.ts'
import { findCustomerRow } from '../../customer/customer-change.repo.ts'
import { getVisible } from '../../customer/visibility.repo.ts'
import type { Database } from '../../db/database.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { NotFoundError, UserFacingError } from '../../platform/http/errors.ts'
import { readFacts } from '../automation/index.ts'
import { listVisibleAccounts } from '../channel/index.ts'
import { readTimeZone } from '../enterprise/index.ts'
import { checkConditions } from './check-rule.ts'
import { isFor } from './fire-rules.ts'
import { findMessage, listRecentMessages } from './rule-facts.repo.ts'
import { getRule } from './rule.repo.ts'
import { toSample } from './rule.view.ts'

const WEEK_MS = 7 * 86_400_000
/** 试跑 offers the newest message of so many customers. */
const SAMPLES_MAX = 50

type Which = { id?: AutomationRuleId | undefined; draft?: RuleDraft | undefined }
type Tried = Which & {
  messageId?: MessageId | undefined
  text?: string | undefined
  customerId?: CustomerId | undefined
}
type TriedRule = RuleDraft & { actions: readonly AutomationAction[] }

/** 试跑 of a saved rule or of one that is being written: judges conditions, does nothing. */
export function createRuleTrials({ db, clock }: { db: Database; clock: Clock }) {
  async function readTried(caller: Caller, { id, draft }: Which): Promise<TriedRule> {
    if (id) return getRule(db.sql, { entId: caller.entId, id })
    if (!draft) throw new UserFacingError('refused', RULE_TEXTS.noRule)
    if (countPatterns(draft.conditions) > RULE_LIMITS.patterns)
      throw new UserFacingError('refused', RULE_TEXTS.tooManyPatterns)
    await checkConditions(db.sql, caller, draft)
    return { ...draft, actions: [] }
  }

  async function findCustomer(caller: Caller, id: CustomerId) {
    await getVisible(db.sql, caller, id)
    return findCustomerRow(db.sql, caller.entId, id)
  }

  /** Of a new customer who writes to the rule's first account. */
  async function newcomerFacts(caller: Caller, rule: TriedRule, text: string): Promise<ConditionFacts> {
    const now = clock.now()
    const { entId } = caller
    const account = (await listVisibleAccounts(db.sql, caller)).find(({ id }) => isFor(rule, { relationId: id }))
    if (!account) throw new UserFacingError('refused', RULE_TEXTS.noAccount)
    const { starting } = await getAccountReception(db.sql, entId, account.id, now)
    return {
      source: account.source,
      relationId: account.id,
      message: { type: 'text', text },
      tagIds: [],
      receptionType: starting.receptionType,
      agentId: null,
      isNew: true,
      isAd: false,
      hasLead: false,
      city: '',
      fields: {},
      round: 1,
      now,
      timeZone: await readTimeZone(db.sql, entId),
    }
  }

  return {
    /** The newest message of each customer who wrote in the last 7 days, with the verdict of the conditions. */
    async samples(caller: Caller, which: Which): Promise<RuleSample[]> {
      const rule = await readTried(caller, which)
      const now = clock.now()
      const since = new Date(now.getTime() - WEEK_MS)
      const samples: RuleSample[] = []
      // One after the other: a dry run does not take all the database's connections.
      for (const past of await listRecentMessages(db.sql, caller, { since, limit: SAMPLES_MAX })) {
        const facts = await readFacts(db.sql, past.row, past.content, now)
        samples.push(toSample(caller, past, isFor(rule, past.row) && holdsGroup(rule.conditions, facts)))
      }
      return samples
    },

    /** Each condition by itself. */
    async try(caller: Caller, { messageId, text, customerId, ...which }: Tried): Promise<RuleTrial> {
      const rule = await readTried(caller, which)
      const past = messageId && (await findMessage(db.sql, caller, messageId))
      if (messageId && !past) throw new NotFoundError('消息')
      const row = past ? past.row : customerId ? await findCustomer(caller, customerId) : undefined
      const content = past ? past.content : text ? { type: 'text', text } : null
      if (!row && !text) throw new UserFacingError('refused', '请选择客户或消息')
      const facts = row
        ? await readFacts(db.sql, row, content, clock.now())
        : await newcomerFacts(caller, rule, text ?? '')
      return {
        pass: isFor(rule, facts) && holdsGroup(rule.conditions, facts),
        conditions: checkEach(rule.conditions, facts),
        actions: rule.actions.map(actionText),
      }
    },
  }
}
