import type { AiRun, CustomerId, KnowledgeId, MessageId } from '@ruwu/contract'
import { hitScore } from '@ruwu/domain'
import type { Database, Queryable } from '../../db/database.ts'
import type { Clock } from '../../platform/clock.ts'
import { NotFoundError } from '../../platform/http/errors.ts'
import { findHostingAi } from '../ai-agent/index.ts'
import type { Caller } from '../auth/index.ts'
import { findVisible } from '../../customer/index.ts'
import { keepAnswer } from '../knowledge/index.ts'
import { maskAiRun, toAiRun } from './ai-run.view.ts'
import { listRunsOf, type RunRow } from './run.repo.ts'

type OfMessage = { customerId: CustomerId; messageId: MessageId }

/** How the AI's messages came about, and better answers than theirs. */
export class AiRunService {
  private readonly db: Database
  private readonly clock: Clock

  constructor(deps: { db: Database; clock: Clock }) {
    this.db = deps.db
    this.clock = deps.clock
  }

  /** 查看依据. */
  async ofMessage(caller: Caller, of: OfMessage): Promise<AiRun> {
    const row = await getRun(this.db.sql, caller, of)
    const ai = await findHostingAi(this.db.sql, caller.entId, row.relationId)
    const run = toAiRun(row, ai?.version === row.agentVersion ? hitScore(ai.config) : null)
    return caller.permissions.has('customer:viewSensitive') ? run : maskAiRun(run)
  }

  /** 改答案并存为知识: kept where the AI that answered has its knowledge. */
  keep(
    caller: Caller,
    { question, answer, ...of }: OfMessage & { question: string; answer: string },
  ): Promise<{ knowledgeId: KnowledgeId }> {
    const { entId, agentId } = caller
    return this.db.transaction(async (tx) => {
      const { relationId } = await getRun(tx.sql, caller, of)
      const ai = await findHostingAi(tx.sql, entId, relationId)
      const library = { entId, relationId: ai?.hostId ?? relationId, agentId }
      return { knowledgeId: await keepAnswer(tx, library, { question, answer }, this.clock.now()) }
    })
  }
}

/** A message of a customer one may not see looks absent itself. */
async function getRun(db: Queryable, caller: Caller, { customerId, messageId }: OfMessage): Promise<RunRow> {
  const [found] = await listRunsOf(db, caller.entId, [messageId])
  const isTheirs = found?.run.customerId === customerId
  if (!found || !isTheirs || !(await findVisible(db, caller, customerId))) throw new NotFoundError('消息')
  return found.run
}
