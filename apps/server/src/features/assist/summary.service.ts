import type { CustomerId } from '@ruwu/contract'
import { getVisible } from '../../customer/visibility.repo.ts'
import type { Database } from '../../db/database.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { NotFoundError } from '../../platform/http/errors.ts'
import { findCustomer, readSummary } from '../ai-reception/index.ts'

/** Summary of the present conversation for an agent; needs no model and no published AI. */
export const createSummaryService = ({ db }: { db: Database }) => ({
  async summarise(caller: Caller, customerId: CustomerId): Promise<{ text: string }> {
    await getVisible(db.sql, caller, customerId)
    const row = await findCustomer(db.sql, { entId: caller.entId, customerId })
    if (!row) throw new NotFoundError('客户')
    return { text: await readSummary(db.sql, row) }
  },
})

export type SummaryService = ReturnType<typeof createSummaryService>
