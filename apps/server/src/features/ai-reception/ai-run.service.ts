import type { AiRun, CustomerId, KnowledgeId, MessageId } from '@ruwu/contract'
import { hitScore } from '@ruwu/domain'
import { maskFor } from '../../customer/customer.view.ts'
import { findVisible } from '../../customer/visibility.repo.ts'
import type { Database, Queryable } from '../../db/database.ts'
import type { Clock } from '../../platform/clock.ts'
import { NotFoundError } from '../../platform/http/errors.ts'
import { findHostingAi } from '../ai-agent/index.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { saveAnswer } from '../knowledge/index.ts'
import { maskAiRun, toAiRun } from './ai-run.view.ts'
import { listRunsByMessage, type RunRow } from './run.repo.ts'

type OfMessage = { customerId: CustomerId; messageId: MessageId }

/** 查看依据 of AI messages, and saving a corrected answer as knowledge. */
export class AiRunService {
  private readonly db: Database
  private readonly clock: Clock

  constructor(deps: { db: Database; clock: Clock }) {
    this.db = deps.db
    this.clock = deps.clock
  }

  /** 查看依据: the run behind a message. Masked for callers who must not see everything. */
  async ofMessage(caller: Caller, message: OfMessage): Promise<AiRun> {
    const row = await getRun(this.db.sql, caller, message)
    const ai = await findHostingAi(this.db.sql, caller.entId, row.relationId)
    const run = toAiRun(row, ai?.version === row.agentVersion ? hitScore(ai.config) : null)
    const mask = maskFor(caller)
    return mask === null ? run : maskAiRun(run, mask)
  }

  /** 改答案并存为知识, in the library of the AI that answered. */
  keep(
    caller: Caller,
    { question, answer, ...message }: OfMessage & { question: string; answer: string },
  ): Promise<{ knowledgeId: KnowledgeId }> {
    const { entId, agentId } = caller
    return this.db.transaction(async (tx) => {
      const { relationId } = await getRun(tx.sql, caller, message)
      const ai = await findHostingAi(tx.sql, entId, relationId)
      const library = { entId, relationId: ai?.hostId ?? relationId, agentId }
      return { knowledgeId: await saveAnswer(tx, library, { question, answer }, this.clock.now()) }
    })
  }
}

/** NotFound when the caller may not see the customer, as for an unknown message. */
async function getRun(db: Queryable, caller: Caller, { customerId, messageId }: OfMessage): Promise<RunRow> {
  const [found] = await listRunsByMessage(db, caller.entId, [messageId])
  const isOfCustomer = found?.run.customerId === customerId
  if (!found || !isOfCustomer || !(await findVisible(db, caller, customerId))) throw new NotFoundError('消息')
  return found.run
}
