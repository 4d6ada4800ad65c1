import { sql } from 'drizzle-orm'
import type { Queryable } from '../../db/database.ts'
import { array } from '../../db/rows.ts'
import type { Case } from '../../customer/index.ts'

/** Nobody is called and nothing is said here; that it was a hand-over is counted. */
export const WANT_OF_POINTS = 'points'

/** Notes down that the AI's reception ended for want of points, in the epoch that is over with it. */
export async function noteWantOfPoints(db: Queryable, cases: readonly Case[], now: Date): Promise<void> {
  const ended = cases.map(({ customer }) => customer).filter(({ sessionId }) => sessionId !== null)
  if (ended.length === 0) return
  await db.execute(sql`insert into ai_handoff (ent_id, customer_id, epoch, relation_id, session_id, reason, at)
    select c.*, ${WANT_OF_POINTS}, ${now}
    from unnest(${array(ended, (row) => row.entId)}::uuid[], ${array(ended, (row) => row.id)}::uuid[],
      ${array(ended, (row) => row.receptionEpoch - 1)}::int[], ${array(ended, (row) => row.relationId)}::uuid[],
      ${array(ended, (row) => row.sessionId)}::uuid[]) as c
    on conflict do nothing`)
}
