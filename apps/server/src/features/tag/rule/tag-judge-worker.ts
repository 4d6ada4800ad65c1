import type { TagId } from '@ruwu/contract'
import type { FastifyBaseLogger } from 'fastify'
import { findCustomerRow, lockCustomer } from '../../../customer/customer-change.repo.ts'
import type { CustomerRow } from '../../../customer/customer-change.ts'
import type { CustomerWriter } from '../../../customer/customer-writer.ts'
import { isAvailable } from '../../../customer/points-availability.repo.ts'
import type { Database, Transaction } from '../../../db/database.ts'
import type { TagJudge } from '../../../engine/index.ts'
import type { Clock } from '../../../platform/clock.ts'
import { chargeJudgement } from '../../points/index.ts'
import { applyTag, readTagBook } from './apply-tag.ts'
import { type DueJudgement, listAiTags, listDueJudgements, readTexts, takeJudgement } from './tag-check.repo.ts'

const BATCH_SIZE = 12
const PER_ENTERPRISE = 3
/** Of a burst of messages the newest are judged. */
const MESSAGES_JUDGED = 20
/** Name of the AI in system lines of the thread. */
const WHO = 'AI'

type Deps = { db: Database; clock: Clock; log: FastifyBaseLogger; writer: CustomerWriter; judge: TagJudge }

/**
 * Binds the tags of the AI after a customer wrote; any number of nodes may run it. The AI is asked outside the transaction: it may take
 * long, and the customer must not be locked meanwhile.
 */
export function createTagJudgeWorker({ db, clock, log, writer, judge }: Deps) {
  const stopping = new AbortController()

  /** The tags that fit; none without points, unless the AI is receiving the customer anyway. */
  async function fittingTags(due: DueJudgement, row: CustomerRow): Promise<TagId[]> {
    const tags = (await listAiTags(db.sql, due.entId)).filter(({ id }) => !row.tagIds.includes(id))
    const texts = await readTexts(db.sql, { ...row, fromSeq: due.fromSeq }, MESSAGES_JUDGED)
    if (tags.length === 0 || texts.length === 0) return []
    if (row.receptionType !== 'ai_agent' && !(await isAvailable(db.sql, row.entId, row.relationId, clock.now())))
      return []
    const said = texts.map(({ text }) => text).toReversed()
    return judge.judge({ entId: due.entId, texts: said, tags, signal: stopping.signal })
  }

  async function bind(tx: Transaction, due: DueJudgement, fitting: readonly TagId[]): Promise<void> {
    const now = clock.now()
    const change = await lockCustomer(tx.sql, due.entId, due.customerId)
    if (!(await takeJudgement(tx.sql, due)) || !change || fitting.length === 0) return
    const book = await readTagBook(tx.sql, due.entId)
    const bound = fitting.filter((id) => book.has(id) && applyTag(change, book, { id, action: 'bind', who: WHO }, now))
    if (bound.length === 0) return
    const { entId, id: customerId, relationId, sessionId, receptionType } = change.customer
    if (receptionType !== 'ai_agent') await chargeJudgement(tx, { entId, relationId, customerId, sessionId }, now)
    await writer.commit(tx, [change], now)
  }

  /** False when it failed: the check stays due and is tried again. */
  async function settle(due: DueJudgement): Promise<boolean> {
    try {
      const row = await findCustomerRow(db.sql, due.entId, due.customerId)
      const fitting = row ? await fittingTags(due, row) : []
      await db.transaction((tx) => bind(tx, due, fitting))
      return true
    } catch (error) {
      if (!stopping.signal.aborted) log.error({ err: error, customerId: due.customerId }, 'a tag judgement failed')
      return false
    }
  }

  return {
    /** True when there may be more. At once, a few of each enterprise: a slow model delays its owner's customers only. */
    async run(): Promise<boolean> {
      if (stopping.signal.aborted) return false
      const dues = await listDueJudgements(db.sql, clock.now(), { limit: BATCH_SIZE, perEnterprise: PER_ENTERPRISE })
      const settled = await Promise.all(dues.map(settle))
      return settled.length > 0 && settled.every(Boolean)
    },
    stop: () => stopping.abort(new Error('the process stops')),
  }
}
