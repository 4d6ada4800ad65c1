import type { CustomerId, EntId } from '@ruwu/contract'
import type { CustomerRow } from '../../customer/customer-change.ts'
import { isAvailable } from '../../customer/points-availability.repo.ts'
import type { Database, Transaction } from '../../db/database.ts'
import type { TagJudge } from '../../engine/index.ts'
import type { BeginModelUse } from '../../engine/model/index.ts'
import type { Clock } from '../../platform/clock.ts'
import { chargeJudgement } from '../points/index.ts'

type IntentDeps = { db: Database; clock: Clock; judge: TagJudge }

export type Intents = ReturnType<typeof createIntents>

/** A model that is slower is replaced by the built-in engine: other customers' causes wait behind this one. */
const JUDGE_LIMIT_MS = 4_000

/** A verdict is charged to the session of this customer. */
type JudgedCustomer = Pick<CustomerRow, 'entId' | 'relationId' | 'sessionId' | 'receptionType'> & {
  customerId: CustomerId
}

/** AI 判断意图 of card rules and flows: which descriptions fit what a customer wrote. */
export function createIntents({ db, clock, judge }: IntentDeps) {
  async function fitting(
    entId: EntId,
    descriptions: readonly string[],
    text: string,
    begin?: BeginModelUse,
  ): Promise<ReadonlySet<string>> {
    if (descriptions.length === 0 || text.trim() === '') return new Set()
    const tags = [...new Set(descriptions)].map((description) => ({ id: description, aiPrompt: description }))
    return new Set(await judge.judge({ entId, texts: [text], tags, limitMs: JUDGE_LIMIT_MS, begin }))
  }

  return {
    fitting,

    /** None without points, unless the AI is receiving the customer anyway. Outside the sending transaction: it may take long. */
    async fittingFor(row: CustomerRow, descriptions: readonly string[], text: string): Promise<ReadonlySet<string>> {
      if (descriptions.length === 0) return new Set()
      const isPaid =
        row.receptionType === 'ai_agent' || (await isAvailable(db.sql, row.entId, row.relationId, clock.now()))
      return isPaid ? fitting(row.entId, descriptions, text) : new Set()
    },

    /** A verdict was used: once per session, and free while the AI receives the customer. */
    async charge(tx: Transaction, judged: JudgedCustomer, now: Date): Promise<void> {
      const { entId, customerId, relationId, sessionId, receptionType } = judged
      if (receptionType !== 'ai_agent') await chargeJudgement(tx, { entId, relationId, customerId, sessionId }, now)
    },
  }
}
