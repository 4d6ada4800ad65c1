import type { CustomerId, EntId, NoteId } from '@ruwu/contract'
import { and, desc, eq, isNull, lt } from 'drizzle-orm'
import type { NoteRow } from '../customer/additions.ts'
import type { Queryable } from '../db/database.ts'
import { customerNote } from '../db/schema/index.ts'

/** Newest first, below the thread number `before`; removed notes are left out. */
export const listNotes = (
  db: Queryable,
  { entId, customerId, limit }: { entId: EntId; customerId: CustomerId; limit: number },
  before: number | undefined,
): Promise<NoteRow[]> =>
  db
    .select()
    .from(customerNote)
    .where(
      and(
        eq(customerNote.entId, entId),
        eq(customerNote.customerId, customerId),
        isNull(customerNote.removedAt),
        before === undefined ? undefined : lt(customerNote.seq, before),
      ),
    )
    .orderBy(desc(customerNote.seq))
    .limit(limit)

export async function findNote(db: Queryable, entId: EntId, id: NoteId): Promise<NoteRow | undefined> {
  const [row] = await db
    .select()
    .from(customerNote)
    .where(and(eq(customerNote.entId, entId), eq(customerNote.id, id), isNull(customerNote.removedAt)))
  return row
}
