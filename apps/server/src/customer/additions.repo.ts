import { and, eq, sql } from 'drizzle-orm'
import type { Queryable } from '../db/database.ts'
import { array, columnNames, insertion, insertRows, type Part, part, records, updateRows } from '../db/rows.ts'
import { customerChange, customerNote, customerTag, lead, leadRepeat } from '../db/schema/index.ts'
import type { NoteRow } from './additions.ts'
import type { CustomerChange } from './customer-change.ts'

/** Bindings of tags that end, and that begin. */
export function tagParts(changes: readonly CustomerChange[]): { unbound: Part[]; bound: Part[] } {
  const rows = changes.flatMap(({ customer: { entId, id }, additions }) =>
    [...additions.tags].map(([tagId, bound]) => ({ entId, customerId: id, tagId, bound })),
  )
  const gone = rows.filter((row) => row.bound === null)
  const added = rows.flatMap(({ bound: how, ...key }) => (how ? [{ ...key, ...how }] : []))
  return {
    unbound: part(
      'unbound',
      gone,
      (keys) => sql`delete from customer_tag t
        using unnest(${array(keys, (key) => key.entId)}::uuid[], ${array(keys, (key) => key.customerId)}::uuid[],
          ${array(keys, (key) => key.tagId)}::uuid[]) as k(ent_id, customer_id, tag_id)
        where t.ent_id = k.ent_id and t.customer_id = k.customer_id and t.tag_id = k.tag_id`,
    ),
    bound: part(
      'bound',
      added,
      (bindings) => sql`insert into customer_tag select * from ${records(customerTag, bindings)}
        on conflict (ent_id, customer_id, tag_id) do nothing`,
    ),
  }
}

/** Notes and 变更记录. */
export const notedParts = (changes: readonly CustomerChange[]): Part[] => [
  ...part(
    'notes',
    changes.flatMap((each) => each.additions.notes),
    (rows) => insertion(customerNote, rows),
  ),
  ...part(
    'field_changes',
    changes.flatMap((each) => each.additions.changes),
    (rows) => insertion(customerChange, rows),
  ),
]

const LEAD_KEYS = ['ent_id', 'id']
const LEAD_COLUMNS = columnNames(lead, [...LEAD_KEYS, 'customer_id', 'owner_id', 'kind', 'created_at'])

/** After the messages that they refer to. One primary lead per customer and kind (unique index): demotions are written before promotions. */
export async function writeLeads(db: Queryable, changes: readonly CustomerChange[]): Promise<void> {
  const rows = changes.flatMap(({ additions: { leads, newLeads } }) =>
    [...leads.values()].map((row) => ({ row, isNew: newLeads.has(row.id) })),
  )
  const changed = rows.filter((each) => !each.isNew).map((each) => each.row)
  const update = (which: typeof changed) => updateRows(db, lead, LEAD_KEYS, LEAD_COLUMNS, which)
  await update(changed.filter((row) => !row.isPrimary))
  await insertRows(
    db,
    lead,
    rows.filter((each) => each.isNew).map((each) => each.row),
  )
  await update(changed.filter((row) => row.isPrimary))
  const repeats = changes.flatMap((each) => each.additions.leadRepeats)
  if (repeats.length === 0) return
  // One message may hold the same number twice.
  await db.execute(sql`insert into lead_repeat select * from ${records(leadRepeat, repeats)} on conflict do nothing`)
}

/** Tombstone of a removed note: its text is gone, its place in the thread stays. */
export async function writeNoteRemoved(db: Queryable, { entId, id }: NoteRow, now: Date): Promise<void> {
  await db
    .update(customerNote)
    .set({ removedAt: now, text: '' })
    .where(and(eq(customerNote.entId, entId), eq(customerNote.id, id)))
}
