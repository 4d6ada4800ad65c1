import { createHash } from 'node:crypto'
import type { customerApi, HandlerArgs, ThreadSummary } from '@ruwu/contract'
import { ASSIST_TEXTS } from '@ruwu/domain'
import type { CustomerRow } from '../../customer/customer-change.ts'
import { readCustomerSetting } from '../../customer/customer-setting.repo.ts'
import { getVisible } from '../../customer/visibility.repo.ts'
import type { Queryable } from '../../db/database.ts'
import type { SummaryInput } from '../../engine/index.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { NotFoundError, UserFacingError } from '../../platform/http/errors.ts'
import { findCustomer, readThread, type SummarisedThread } from '../ai-reception/index.ts'
import { readTimeZone } from '../enterprise/index.ts'
import { listTags } from '../tag/index.ts'
import { type AssistDeps, mayAnswer, problemOf, startModelUse } from './model-use.ts'
import { findSummary, saveSummary, type SummaryRow } from './summary.repo.ts'

type Asked = HandlerArgs<typeof customerApi.summary>['body']
type Wanted = { thread: SummarisedThread; madeAt: Date; maxPoints: number; signal: AbortSignal }

export type SummaryService = ReturnType<typeof createSummaryService>

/** Summary of a thread for an agent: by the enterprise's model, otherwise from facts; needs no published AI. */
export function createSummaryService({ db, clock, models, assistant }: AssistDeps) {
  async function summariseByModel(
    caller: Caller,
    row: CustomerRow,
    { thread, madeAt, maxPoints, signal }: Wanted,
  ): Promise<SummaryRow | undefined> {
    const use = startModelUse({ db, clock }, caller, row, maxPoints)
    const input = await inputFor(db.sql, row, thread)
    const made = await use.ask(signal, (request) => assistant.summarise(request, input))
    if (!made) return undefined
    const { entId, agentId } = caller
    const messagesKey = keyOf(thread)
    const about = { entId, customerId: row.id, upToSeq: thread.seq, messagesKey }
    const saved = { ...made, ...about, agentId, madeAt }
    await db.transaction(async (tx) => {
      await saveSummary(tx.sql, saved)
      const isSame = keyOf(await readThread(tx.sql, row)) === messagesKey
      if (!isSame) throw new UserFacingError('refused', ASSIST_TEXTS.summaryRecalled)
      // Two calls about the same messages, as of two tabs, are charged once.
      await use.charge(tx, `assist:summary:${row.id}:${messagesKey}`)
    })
    return saved
  }

  return {
    async summarise(caller: Caller, { customerId, maxPoints }: Asked, signal: AbortSignal): Promise<ThreadSummary> {
      const { entId } = caller
      await getVisible(db.sql, caller, customerId)
      const row = await findCustomer(db.sql, { entId, customerId })
      if (!row) throw new NotFoundError('客户')
      // The time before it is read: what is recalled from then on is later, and a summary of it is not shown any more.
      const readNow = async () => ({ madeAt: clock.now(), thread: await readThread(db.sql, row) })
      const asked = await readNow()
      const { thread } = asked
      const fromFacts = (problem: string, { thread: told, madeAt } = asked): ThreadSummary => {
        const { facts: text, seq } = told
        return { text, steps: [], by: 'facts', problem, seq, madeAt: madeAt.toISOString() }
      }
      if (thread.seq === 0 || maxPoints === undefined || !(await models.forEnterprise(entId))) return fromFacts('')
      const kept = await findSummary(db.sql, entId, customerId)
      if (kept?.messagesKey === keyOf(thread)) return toSummary(kept)
      if (!mayAnswer(caller, row.agentId)) return fromFacts(ASSIST_TEXTS.summaryNotOwn)
      try {
        const made = await summariseByModel(caller, row, { ...asked, maxPoints, signal })
        return made ? toSummary(made) : fromFacts(ASSIST_TEXTS.summaryFailed)
      } catch (error) {
        const problem = problemOf(error)
        if (problem === undefined) throw error
        return fromFacts(problem, problem === ASSIST_TEXTS.summaryRecalled ? await readNow() : asked)
      }
    },
  }
}

/** Recalled and failed messages are not part of a thread. */
const keyOf = ({ turns }: SummarisedThread): string =>
  createHash('sha256')
    .update(turns.map(({ seq }) => seq).join())
    .digest('base64url')

const toSummary = ({ text, steps, upToSeq, madeAt }: SummaryRow): ThreadSummary => ({
  text,
  steps,
  by: 'model',
  problem: '',
  seq: upToSeq,
  madeAt: madeAt.toISOString(),
})

/** More would cost tokens without improving the choice. */
const TAGS_OFFERED = 60

/** What can be done next: tags that are not bound, and stages ahead. */
async function inputFor(db: Queryable, row: CustomerRow, { turns }: SummarisedThread): Promise<SummaryInput> {
  const { entId, tagIds, stageId, leadStatus } = row
  const [timeZone, tags, setting] = await Promise.all([
    readTimeZone(db, entId),
    listTags(db, entId),
    readCustomerSetting(db, entId),
  ])
  const stages = setting.stages.toSorted((one, other) => one.position - other.position)
  const now = Math.max(
    0,
    stages.findIndex(({ id }) => id === stageId),
  )
  return {
    turns,
    timeZone,
    hasLead: leadStatus !== null,
    stage: stages[now]?.name ?? '',
    tags: tags.filter(({ id, kind }) => kind !== 'system' && !tagIds.includes(id)).slice(0, TAGS_OFFERED),
    stages: stages.slice(now + 1),
  }
}
