import type { EntId, TagGroupId, TagId } from '@ruwu/contract'
import { type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '../db/database.ts'

/**
 * Changes of one tag on all its customers, in a constant number of statements: `customer.tag_ids` and customer_tag together. They bypass
 * CustomerChange: the caller emits one event by which consoles refetch. The bitmap index follows by the trigger on `customer.tag_ids`.
 */

type Merge = {
  entId: EntId
  from: TagId
  to: TagId
  /** The other tags of the target's group when it is single-choice: the target replaces them. */
  rivals: readonly TagId[]
  singleGroupId: TagGroupId | null
}

/** Customers with one of the tags, locked in id order (no deadlocks between two such changes). */
async function lockHolders(db: Queryable, entId: EntId, ids: readonly TagId[]): Promise<string[]> {
  const { rows } = await db.execute<{
    id: string
  }>(sql`select c.id from customer c where c.ent_id = ${entId} and c.id in (
      select b.customer_id from customer_tag b where b.ent_id = ${entId} and b.tag_id = any(${sql.param(ids)}::uuid[]))
    order by c.id for no key update`)
  return rows.map(({ id }) => id)
}

/** Waits for transactions that bind the tags (foreign key share locks), and keeps later ones from binding them. */
const lockForDeletion = (db: Queryable, entId: EntId, ids: readonly TagId[]) =>
  db.execute(
    sql`select id from tag where ent_id = ${entId} and id = any(${sql.param(ids)}::uuid[]) order by id for update`,
  )

/** The tag `from` becomes `to` on every customer; where both are bound, one remains, since the earlier time. */
export async function mergeBindings(db: Queryable, merge: Merge, now: Date): Promise<void> {
  await moveBindings(db, merge, now)
  await lockForDeletion(db, merge.entId, [merge.from])
  // Bound between the two statements above.
  await moveBindings(db, merge, now)
}

async function moveBindings(
  db: Queryable,
  { entId, from, to, rivals, singleGroupId }: Merge,
  now: Date,
): Promise<void> {
  // Only these: one who is bound the tag while the statements run would be met by the later ones alone.
  const locked = sql`any(${sql.param(await lockHolders(db, entId, [from]))}::uuid[])`
  const dropped = sql.param([...rivals, from])
  const holders = sql`(select customer_id from customer_tag
    where ent_id = ${entId} and tag_id = ${from} and customer_id = ${locked})`
  await db.execute(sql`update customer c set version = c.version + 1, updated_at = ${now}, tag_ids = array(
      select case when t.id = ${from} then ${to}::uuid else t.id end from unnest(c.tag_ids) with ordinality as t(id, place)
      where not (t.id = any(${dropped}::uuid[])) or (t.id = ${from} and not (${to} = any(c.tag_ids))) order by t.place)
    where c.ent_id = ${entId} and c.id in ${holders}`)
  await db.execute(sql`update customer_tag b set bound_at = least(b.bound_at, f.bound_at) from customer_tag f
    where f.ent_id = ${entId} and f.tag_id = ${from} and f.customer_id = ${locked} and b.ent_id = f.ent_id and b.customer_id = f.customer_id and b.tag_id = ${to}`)
  await db.execute(sql`delete from customer_tag b where b.ent_id = ${entId} and b.customer_id in ${holders}
    and (b.tag_id = any(${sql.param(rivals)}::uuid[]) and b.tag_id <> ${from} or b.tag_id = ${from} and exists (
      select 1 from customer_tag o where o.ent_id = b.ent_id and o.customer_id = b.customer_id and o.tag_id = ${to}))`)
  await db.execute(sql`update customer_tag set tag_id = ${to}, single_group_id = ${singleGroupId}
    where ent_id = ${entId} and tag_id = ${from} and customer_id = ${locked}`)
}

/** Takes the tags from all customers, before they are deleted. */
export async function removeBindings(db: Queryable, entId: EntId, ids: readonly TagId[], now: Date): Promise<void> {
  await dropBindings(db, entId, ids, now)
  await lockForDeletion(db, entId, ids)
  await dropBindings(db, entId, ids, now)
}

async function dropBindings(db: Queryable, entId: EntId, ids: readonly TagId[], now: Date): Promise<void> {
  await lockHolders(db, entId, ids)
  await db.execute(sql`with gone as (
      delete from customer_tag where ent_id = ${entId} and tag_id = any(${sql.param(ids)}::uuid[]) returning customer_id
    )
    update customer c set version = c.version + 1, updated_at = ${now}, tag_ids = array(
      select t.id from unnest(c.tag_ids) with ordinality as t(id, place)
      where not (t.id = any(${sql.param(ids)}::uuid[])) order by t.place)
    where c.ent_id = ${entId} and c.id in (select customer_id from gone)`)
}

/** After tags came to the group or it changed its choice: marks bindings that are alone in a single-choice group. */
export async function markSingleChoices(db: Queryable, entId: EntId, groupId: TagGroupId): Promise<void> {
  await db.execute(sql`update customer_tag b set single_group_id = w.mark from (
      select b.customer_id, b.tag_id, case when g.is_single and count(*) over (partition by b.customer_id) = 1 then g.id end as mark
      from tag t join tag_group g on g.ent_id = t.ent_id and g.id = t.group_id
        join customer_tag b on b.ent_id = t.ent_id and b.tag_id = t.id
      where t.ent_id = ${entId} and t.group_id = ${groupId}
    ) w
    where b.ent_id = ${entId} and b.customer_id = w.customer_id and b.tag_id = w.tag_id and b.single_group_id is distinct from w.mark`)
}

/** Before tags leave their group. */
export async function unmarkSingleChoices(db: Queryable, entId: EntId, ids: readonly TagId[]): Promise<void> {
  await db.execute(sql`update customer_tag set single_group_id = null
    where ent_id = ${entId} and tag_id = any(${sql.param(ids)}::uuid[]) and single_group_id is not null`)
}

/**
 * Gives bindings the numbers of their customers, from rows `added(customer_id, no)` of a statement. Rows locked by an unbinding or an erasure are
 * skipped: numbering waits for no row, and readers look such a number up.
 */
export const numberBindings = (entId: EntId): SQL => sql`update customer_tag t set customer_no = held.no from (
    select b.ctid, a.no from added a join customer_tag b on b.ent_id = ${entId} and b.customer_id = a.customer_id for update of b skip locked) held
  where t.ctid = held.ctid`
