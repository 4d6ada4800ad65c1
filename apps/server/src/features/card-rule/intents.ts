import type { EntId } from '@ruwu/contract'
import type { CustomerRow } from '../../customer/customer-change.ts'
import { isAvailable } from '../../customer/points-availability.repo.ts'
import type { Database, Transaction } from '../../db/database.ts'
import type { TagJudge } from '../../engine/index.ts'
import type { Clock } from '../../platform/clock.ts'
import { chargeJudgement } from '../points/index.ts'
import type { CardRuleRow } from './card-rule.repo.ts'
import type { CustomerFacts } from './customer-facts.repo.ts'

type IntentDeps = { db: Database; clock: Clock; judge: TagJudge }

export type Intents = ReturnType<typeof createIntents>

/** A model that is slower is replaced by the built-in engine: other customers' causes wait behind this one. */
const JUDGE_LIMIT_MS = 4_000

const promptsOf = (rules: readonly CardRuleRow[]): string[] => [
  ...new Set(rules.flatMap(({ enabled, trigger }) => (enabled && trigger.type === 'intent' ? [trigger.text] : []))),
]

/** AI 判断意图: which descriptions of an account's rules fit what a customer wrote. */
export function createIntents({ db, clock, judge }: IntentDeps) {
  async function fitting(entId: EntId, rules: readonly CardRuleRow[], text: string): Promise<ReadonlySet<string>> {
    const prompts = promptsOf(rules)
    if (prompts.length === 0 || text.trim() === '') return new Set()
    const tags = prompts.map((prompt) => ({ id: prompt, aiPrompt: prompt }))
    return new Set(await judge.judge({ entId, texts: [text], tags, signal: AbortSignal.timeout(JUDGE_LIMIT_MS) }))
  }

  return {
    fitting,

    /** None without points, unless the AI is receiving the customer anyway. Outside the sending transaction: it may take long. */
    async fittingFor(row: CustomerRow, rules: readonly CardRuleRow[], text: string): Promise<ReadonlySet<string>> {
      if (promptsOf(rules).length === 0) return new Set()
      const isPaid =
        row.receptionType === 'ai_agent' || (await isAvailable(db.sql, row.entId, row.relationId, clock.now()))
      return isPaid ? fitting(row.entId, rules, text) : new Set()
    },

    /** A verdict was used: once per session, and free while the AI receives the customer. */
    async charge(tx: Transaction, facts: CustomerFacts, now: Date): Promise<void> {
      const { entId, customerId, relationId, sessionId, receptionType } = facts
      if (receptionType !== 'ai_agent') await chargeJudgement(tx, { entId, relationId, customerId, sessionId }, now)
    },
  }
}
