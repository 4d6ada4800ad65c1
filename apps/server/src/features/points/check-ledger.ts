import { sql } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import type { Database, Queryable } from '../../db/database.ts'
import type { JobKind } from '../../jobs/jobs.ts'

export type Disagreement = { entId: string; pool: string; balance: number; ledger: number; lots: number }

/** Where what an enterprise has is not what its ledger adds up to, or not what its lots hold. */
export async function findDisagreements(db: Queryable): Promise<Disagreement[]> {
  const { rows } = await db.execute<Disagreement>(sql`
    select replace(p.ent_id::text, '-', '') as "entId", b.pool, b.balance, coalesce(l.sum, 0)::int as ledger,
      coalesce(t.sum, 0)::int as lots
    from point_account p cross join lateral (values ('orderPoints', p.order_points),
        ('bonusOrderPoints', p.bonus_order_points), ('bonusHumanPoints', p.bonus_human_points)) b(pool, balance)
      left join (select ent_id, pool, sum(delta) from point_ledger group by 1, 2) l on l.ent_id = p.ent_id and l.pool = b.pool
      left join (select ent_id, pool, sum(remain) from point_lot group by 1, 2) t on t.ent_id = p.ent_id and t.pool = b.pool
    where b.balance <> coalesce(l.sum, 0) or greatest(b.balance, 0) <> coalesce(t.sum, 0)`)
  return rows
}

/** Every night, after the lots that ended were taken off (UTC; 00:30 in the default time zone). */
export const checkLedger = (db: Database, log: FastifyBaseLogger): JobKind => ({
  name: 'check-ledger',
  every: '30 16 * * *',
  run: async () => {
    for (const each of await findDisagreements(db.sql)) log.error(each, 'points and their ledger do not agree')
  },
})
