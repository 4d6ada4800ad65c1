import type { CustomerId, EntId } from '@ruwu/contract'
import { retentionCutoff } from '@ruwu/domain'
import type { FastifyBaseLogger } from 'fastify'
import { Counter } from 'prom-client'
import { eraseFiles } from '../../chat/attachment/index.ts'
import { lockCustomer } from '../../customer/customer-change.repo.ts'
import type { CustomerWriter } from '../../customer/customer-writer.ts'
import { markPurged } from '../../customer/unversioned.repo.ts'
import type { Database } from '../../db/database.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import { ACCOUNT_TABLES, CONVERSATION_TABLES } from './conversation-tables.repo.ts'
import { eraseRows } from './erase-rows.repo.ts'
import { type FoundThread, listOldThreads, listPeriods } from './retention.repo.ts'

type RetentionDeps = { db: Database; clock: Clock; storage: Storage; writer: CustomerWriter; log: FastifyBaseLogger }

/** Threads read at a time. */
const THREADS = 100

/** Deletes conversations that are older than the enterprise keeps them. Figures stay without the texts. */
export function createRetention({ db, clock, storage, writer, log }: RetentionDeps) {
  const deleted = new Counter<string>({
    name: 'ruwu_retention_deleted_total',
    help: 'Rows that the retention period of conversations deleted or emptied, by table',
    labelNames: ['table'],
    registers: [],
  })

  /** Every statement is idempotent and the mark comes last: after a crash the next run begins the thread again. */
  async function purgeThread(thread: FoundThread, isOver: () => boolean): Promise<Map<string, number>> {
    const { entId, customerId, bound } = thread
    const erase = (keys: readonly string[]) => eraseFiles({ db, storage }, entId, keys)
    const erased = await eraseRows(db.sql, CONVERSATION_TABLES, thread, erase, isOver)
    if (isOver()) return erased
    await db.transaction(async (tx) => {
      const now = clock.now()
      const change = await lockCustomer(tx.sql, entId, customerId)
      const row = change?.customer
      if (change && row?.lastMessage && row.lastMessageSeq < bound) {
        row.lastMessage = null
        change.events.push({ type: 'agent_update_customer_info', changed: { lastMessage: null }, operatorId: null })
        await writer.commit(tx, [change], now)
      }
      // A message outside of a session followed meanwhile: it is deleted with this session, when it is old.
      const hasGrown = thread.isLast && row !== undefined && row.lastSeq >= bound
      if (!hasGrown) await markPurged(tx.sql, thread, now)
    })
    return erased
  }

  /** A thread that fails is reported and left for the next night. */
  async function purgeEnterprise(entId: EntId, before: Date, isOver: () => boolean): Promise<void> {
    const failed: CustomerId[] = []
    const total = new Map<string, number>()
    const count = (erased: Map<string, number>) => {
      for (const [table, rows] of erased) {
        total.set(table, (total.get(table) ?? 0) + rows)
        deleted.inc({ table }, rows)
      }
    }
    count(await eraseRows(db.sql, ACCOUNT_TABLES, { entId, before }, async () => {}, isOver))
    let threads = await listOldThreads(db.sql, { entId, before }, failed, THREADS)
    while (threads.length > 0 && !isOver()) {
      for (const thread of threads) {
        if (isOver()) break
        try {
          count(await purgeThread(thread, isOver))
        } catch (error) {
          failed.push(thread.customerId)
          log.error({ err: error, entId, customerId: thread.customerId }, 'an old conversation could not be deleted')
        }
      }
      threads = await listOldThreads(db.sql, { entId, before }, failed, THREADS)
    }
    if (total.size > 0)
      log.info({ entId, before, deleted: Object.fromEntries(total) }, 'old conversations were deleted')
  }

  return {
    deleted,
    /** Works until nothing is left, or until the given time. */
    async run(until: Date): Promise<void> {
      const isOver = () => clock.now() >= until
      for (const { entId, days } of await listPeriods(db.sql)) {
        if (isOver()) return
        await purgeEnterprise(entId, retentionCutoff(clock.now(), days), isOver)
      }
    },
  }
}
