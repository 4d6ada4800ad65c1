import { Client } from 'pg'
import type { Report } from '../scripts/lib/figures-runner.ts'
import type { ClusterConsoles } from './cluster-consoles.ts'
import type { ClusterCustomers } from './cluster-customers.ts'
import type { ClusterLoad } from './cluster-load.ts'

const ON_THE_WAY_MS = 1_000
/** Ids of the load's messages; a group also has those that tell of its members. */
const OF_LOAD = /^[0-9]+-[0-9]+$/

/** What must hold at any time, as counts of what does not. */
const WRONG = {
  gaps: `select count(*) as count from (select topic_id from message group by topic_id having max(seq) - min(seq) + 1 <> count(*)) gap`,
  doubled: `select count(*) - count(distinct (topic_id, chat_id)) as count from message where chat_id ~ '${OF_LOAD.source}'`,
  /** By a node whose clock is wrong. */
  wrong_times: `select count(*) as count from (select created_at, lag(created_at) over (partition by topic_id order by seq) as before
    from message where chat_id ~ '${OF_LOAD.source}') each where created_at < before - interval '5 s' or created_at > clock_timestamp() + interval '5 s'`,
  unbalanced: `select count(*) as count from point_account a
    where a.order_points + a.bonus_order_points + a.bonus_human_points
      <> (select coalesce(sum(l.delta), 0) from point_ledger l where l.ent_id = a.ent_id)`,
} as const

/** Counts of what a fault has broken, by name; after every fault they are all 0. */
export async function countWrong(
  databaseUrl: string,
  { load, consoles, customers }: { load: ClusterLoad; consoles: ClusterConsoles; customers?: ClusterCustomers },
): Promise<Record<string, number>> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const counts: Record<string, number> = {
      missing_pushes: countMissing(load),
      missing_events: await consoles.countMissing(client),
      different_consoles: await consoles.countDifferent(),
      ...(await countStored(client, load)),
      ...(await customers?.countDoubled()),
    }
    for (const [name, select] of Object.entries(WRONG)) {
      const { rows } = await client.query<{ count: string }>(select)
      counts[name] = Number(rows[0]?.count ?? -1)
    }
    return counts
  } finally {
    await client.end()
  }
}

export function reportWrong(report: Report, place: string, counts: Record<string, number>): void {
  const wrong = Object.entries(counts).filter(([, count]) => count !== 0)
  const value = wrong.map(([name, count]) => `${name} ${count}`).join(', ') || 0
  report({ name: `${place}.wrong`, value, unit: 'findings', budget: 0, isWithin: wrong.length === 0 })
}

/** Messages that a socket which stayed open did not get. The newest are on their way. */
function countMissing({ screens, sent }: ClusterLoad): number {
  let missing = 0
  const until = performance.now() - ON_THE_WAY_MS
  for (const { topicId, socket, from } of screens.filter((screen) => !screen.socket.closed)) {
    const got = new Set(socket.frames.flatMap((frame) => (frame.type === 'chat' ? [frame.seq] : [])))
    const due = sent.filter((each) => each.topicId === topicId && each.seq >= from && each.at <= until)
    missing += due.filter(({ seq }) => !got.has(seq)).length
  }
  return missing
}

/** Messages that were acknowledged and are not there under their number, and pushed ones that a fresh fetch does not have. */
async function countStored(client: Client, { sent, screens }: ClusterLoad): Promise<Record<string, number>> {
  const known = [...sent]
  const pushed = screens.flatMap(({ socket, topicId }) =>
    socket.frames.flatMap((frame) =>
      frame.type === 'chat' && frame.topicId === topicId && OF_LOAD.test(frame.chatId) ? [frame] : [],
    ),
  )
  const { rows } = await client.query<{ topic: string; chat: string; seq: number }>(
    `select replace(topic_id::text, '-', '') as topic, chat_id as chat, seq::int4 as seq from message
     where chat_id ~ '${OF_LOAD.source}'`,
  )
  const stored = new Map(rows.map(({ topic, chat, seq }) => [`${topic} ${chat}`, seq]))
  const isStored = ({ topicId, chatId, seq }: { topicId: string; chatId: string; seq?: number | undefined }) =>
    stored.get(`${topicId} ${chatId}`) === seq
  return {
    lost: known.filter((each) => !isStored(each)).length,
    pushed_but_absent: pushed.filter((each) => !isStored(each)).length,
  }
}
