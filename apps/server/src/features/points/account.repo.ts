import type { EntId } from '@ruwu/contract'
import { eq } from 'drizzle-orm'
import type { Queryable } from '../../db/database.ts'
import { pointAccount } from '../../db/schema/index.ts'

export type AccountRow = typeof pointAccount.$inferSelect

const isOf = (entId: EntId) => eq(pointAccount.entId, entId)

const found = (row: AccountRow | undefined): AccountRow => {
  if (!row) throw new Error('an enterprise has no point account')
  return row
}

export async function getAccount(db: Queryable, entId: EntId): Promise<AccountRow> {
  const [row] = await db.select().from(pointAccount).where(isOf(entId))
  return found(row)
}

/** For whoever moves points. Customers are locked before it, the enterprise's event number after it. */
export async function lockAccount(db: Queryable, entId: EntId): Promise<AccountRow> {
  const [row] = await db.select().from(pointAccount).where(isOf(entId)).for('no key update')
  return found(row)
}

/** Nobody moves points until the end of the transaction; others may hold them likewise. */
export async function holdAccount(db: Queryable, entId: EntId): Promise<AccountRow> {
  const [row] = await db.select().from(pointAccount).where(isOf(entId)).for('share')
  return found(row)
}
