import type { EntId, MessageId, PointLotId, PointPool, PointRowId } from '@ruwu/contract'
import { and, asc, desc, eq, type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '../../db/database.ts'
import { preparedFor } from '../../db/prepared.ts'
import { pointAccount, pointLedger } from '../../db/schema/index.ts'
import { newId } from '../../platform/ids.ts'
import type { AccountRow } from './account.repo.ts'
import { insertWithDay } from './point-day.repo.ts'

export type LedgerRow = typeof pointLedger.$inferSelect

/** Why points move, as shown in the bill. `key` is unique: the same cause is applied once. */
export type Cause = Pick<LedgerRow, 'type' | 'key'> &
  Partial<
    Pick<
      LedgerRow,
      'item' | 'relationId' | 'customerId' | 'sessionId' | 'messageId' | 'orderNo' | 'operatorId' | 'reason'
    >
  >

type Movement = { pool: PointPool; lotId: PointLotId | null; delta: number }

/** Writes the movements of one cause with the balances after each. The account must be locked; the caller changes the lots. */
export async function writeMovements(
  db: Queryable,
  account: AccountRow,
  cause: Cause,
  movements: readonly Movement[],
  now: Date,
): Promise<AccountRow> {
  if (movements.length === 0) return account
  const after = { ...account }
  const rows: (typeof pointLedger.$inferInsert)[] = []
  for (const [part, { pool, lotId, delta }] of movements.entries()) {
    after[pool] += delta
    const { entId, orderPoints, bonusOrderPoints, bonusHumanPoints } = after
    const balances = { orderPoints, bonusOrderPoints, bonusHumanPoints }
    rows.push({ entId, id: newId<PointRowId>(now), at: now, pool, lotId, delta, part, ...cause, ...balances })
  }
  const lastId = rows[rows.length - 1]!.id
  const inserted = db.insert(pointLedger).values(rows).returning({ no: pointLedger.no })
  const { orderPoints, bonusOrderPoints, bonusHumanPoints } = after
  await Promise.all([
    insertWithDay(db, inserted, after, cause, { movements, lastId }, now),
    db
      .update(pointAccount)
      .set({ orderPoints, bonusOrderPoints, bonusHumanPoints, updatedAt: now })
      .where(eq(pointAccount.entId, account.entId)),
  ])
  return after
}

const selectUsed = preparedFor((db) =>
  db
    .select({ key: pointLedger.key })
    .from(pointLedger)
    .where(
      and(
        eq(pointLedger.entId, sql.placeholder('entId')),
        sql`${pointLedger.key} = any(${sql.placeholder('keys')}::text[])`,
      ),
    )
    .prepare('used-point-keys'),
)

/** Keys of causes that were applied before. The account must be locked. */
export async function findUsedKeys(
  db: Queryable,
  { entId }: Pick<AccountRow, 'entId'>,
  keys: string[],
): Promise<Set<string>> {
  const rows = await selectUsed(db).execute({ entId, keys })
  return new Set(rows.map((row) => row.key))
}

/** When points were last bought or given. */
export async function findLastAddition(db: Queryable, entId: EntId): Promise<Date | null> {
  const [row] = await db
    .select({ at: pointLedger.at })
    .from(pointLedger)
    // As the index of rare types says it.
    .where(
      and(
        eq(pointLedger.entId, entId),
        sql`${pointLedger.type} <> 'consume' and ${pointLedger.type} in ('recharge', 'bonus')`,
      ),
    )
    .orderBy(desc(pointLedger.at))
    .limit(1)
  return row?.at ?? null
}

/** Charges of a message, in the order they were written. */
export const listCharges = (db: Queryable, entId: EntId, messageId: MessageId): Promise<LedgerRow[]> =>
  db
    .select()
    .from(pointLedger)
    .where(and(eq(pointLedger.entId, entId), eq(pointLedger.messageId, messageId), eq(pointLedger.type, 'consume')))
    .orderBy(asc(pointLedger.key), asc(pointLedger.part))

/** Charged messages that failed (status 2) since the given time and have no refund yet. */
export async function listUndelivered(
  db: Queryable,
  since: Date,
  limit: number,
): Promise<{ entId: EntId; messageId: MessageId }[]> {
  const { rows } = await db.execute<{ entId: EntId; messageId: MessageId }>(sql`
    select distinct replace(l.ent_id::text, '-', '') as "entId", replace(l.message_id::text, '-', '') as "messageId"
    from point_account p cross join lateral (
        select * from point_ledger l where l.ent_id = p.ent_id and l.at >= ${since} and l.type = 'consume') l
      join customer_message m on m.ent_id = l.ent_id and m.id = l.message_id and m.status = 2
    where not exists (select from point_ledger r where r.ent_id = l.ent_id and r.key = 'refund:' || l.key)
    limit ${limit}`)
  return rows
}

type Disagreement = { entId: string; pool: string; balance: number; ledger: number; lots: number }

/** A visitor's demo is deleted table by table, so that its figures differ on the way. */
const isNoDemo = (entId: SQL) =>
  sql`not exists (select from enterprise where id = ${entId} and demo_ends_at is not null)`

/** Pools whose balance differs from the sum of the ledger or of the lots. */
export async function findDisagreements(db: Queryable): Promise<Disagreement[]> {
  const { rows } = await db.execute<Disagreement>(sql`
    select replace(p.ent_id::text, '-', '') as "entId", b.pool, b.balance, coalesce(l.sum, 0)::int as ledger,
      coalesce(t.sum, 0)::int as lots
    from point_account p cross join lateral (values ('orderPoints', p.order_points),
        ('bonusOrderPoints', p.bonus_order_points), ('bonusHumanPoints', p.bonus_human_points)) b(pool, balance)
      left join (select ent_id, pool, sum(delta) from point_ledger group by 1, 2) l on l.ent_id = p.ent_id and l.pool = b.pool
      left join (select ent_id, pool, sum(remain) from point_lot group by 1, 2) t on t.ent_id = p.ent_id and t.pool = b.pool
    where (b.balance <> coalesce(l.sum, 0) or greatest(b.balance, 0) <> coalesce(t.sum, 0)) and ${isNoDemo(sql`p.ent_id`)}`)
  return rows
}

/** Enterprises whose days differ from the ledger they are made of. */
export async function findWrongDays(db: Queryable): Promise<{ entId: string }[]> {
  const { rows } = await db.execute<{ entId: string }>(sql`select replace(ent_id::text, '-', '') as "entId"
    from (select ent_id, sum(delta) as delta, count(*) as rows from point_ledger group by 1) l
      full join (select ent_id, sum(delta) as delta, sum(rows) as rows from point_day group by 1) d using (ent_id)
    where (l.delta is distinct from d.delta or l.rows is distinct from d.rows) and ${isNoDemo(sql`ent_id`)}`)
  return rows
}
