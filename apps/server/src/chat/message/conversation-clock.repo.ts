import type { EntId } from '@ruwu/contract'
import type { PoolClient } from 'pg'

type Owner = { entId: EntId; ownerId: string }

const TAKE_TIMES = {
  name: 'take-conversation-times',
  text: `insert into conversation_clock as c (ent_id, owner_id, at)
    select ent_id, owner_id, $4::timestamptz + (n - 1) * interval '1 ms'
    from unnest($1::uuid[], $2::text[], $3::int[]) as t(ent_id, owner_id, n)
    on conflict (ent_id, owner_id) do update set at = greatest(excluded.at, c.at + (excluded.at - $4::timestamptz) + interval '1 ms')
    returning c.at`,
}

/**
 * A new `updatedAt` for each row: distinct per owner, and later than any earlier one of the owner's conversations.
 * Owners are locked in key order, so that batches cannot deadlock.
 */
export async function nextTimes(client: PoolClient, rows: readonly Owner[], now: Date): Promise<Date[]> {
  const name = ({ entId, ownerId }: Owner) => `${entId}${ownerId}`
  const groups = [...Map.groupBy(rows, name)].toSorted(([a], [b]) => (a < b ? -1 : 1))
  const owners = groups.map(([, [first]]) => first as Owner)
  const values = [
    owners.map((owner) => owner.entId),
    owners.map((owner) => owner.ownerId),
    groups.map(([, { length }]) => length),
    now,
  ]
  const { rows: taken } = await client.query<{ at: Date }>({ ...TAKE_TIMES, values })

  // The statement returns the newest time taken per owner; the others lie 1 ms apart below it.
  const left = new Map(groups.map(([key, { length }], index) => [key, (taken[index]?.at.getTime() ?? 0) - length]))
  return rows.map((row) => {
    const time = (left.get(name(row)) ?? 0) + 1
    left.set(name(row), time)
    return new Date(time)
  })
}
