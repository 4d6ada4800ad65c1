import type { CustomerId, MessageId } from '@ruwu/contract'
import { fakeClock } from '@ruwu/testkit'
import { sql } from 'drizzle-orm'
import { migrate } from '../db/migrate.ts'
import { chargeAnswer, rebuildPointDays } from '../features/points/index.ts'
import { newId } from '../platform/ids.ts'
import { createPeople } from './people.ts'
import { openAccount } from './platform.ts'
import { startNode } from './start-node.ts'

const ACCOUNTS = 10
const DAYS = 365
const ROWS_AT_ONCE = 1_000_000

export type PointsData = Awaited<ReturnType<typeof openPointsData>>

/** A node with an enterprise whose ledger grows by SQL: a year of answers, pictures and, rarely, purchases. */
export async function openPointsData(databaseUrl: string) {
  await migrate(databaseUrl)
  const clock = fakeClock('2026-07-08T04:00:00Z')
  const node = await startNode(databaseUrl, clock)
  const { zhao } = await createPeople(node, clock)
  const { entId } = zhao
  const accounts: Awaited<ReturnType<typeof openAccount>>[] = []
  for (let n = 0; n < ACCOUNTS; n += 1)
    accounts.push(await openAccount({ db: node.db, clock }, { entId, name: `账号${n}` }))

  const fill = async (rows: number) => {
    for (let from = 0; from < rows; from += ROWS_AT_ONCE) {
      const upTo = Math.min(rows, from + ROWS_AT_ONCE)
      await node.db.sql
        .execute(sql`insert into point_ledger (ent_id, id, at, type, item, delta, pool, order_points, bonus_order_points,
          bonus_human_points, relation_id, customer_id, message_id, key)
        select ${entId}::uuid, gen_random_uuid(), ${clock.now()}::timestamptz - n * (${DAYS}::int * interval '1 day' / ${rows}::int),
          case when n % 100000 = 0 then 'recharge' else 'consume' end,
          case when n % 100000 = 0 then null when n % 10 = 0 then 'image' else 'ai_reply' end,
          case when n % 100000 = 0 then 100000 else -1 end, 'orderPoints', n, 0, 0,
          case when n % 100000 = 0 then null else a.id end, gen_random_uuid(), gen_random_uuid(), 'bench:' || n
        from generate_series(${from + 1}::int, ${upTo}::int) n join (
          select id, row_number() over (order by id) - 1 as no from channel_account where ent_id = ${entId}) a on a.no = n % ${ACCOUNTS}::int`)
    }
    await node.db.transaction((tx) => rebuildPointDays(tx, entId, 'Asia/Shanghai'))
    await node.db.sql.execute(sql`analyze point_ledger, point_day`)
  }

  /** One charged answer. */
  const charge = () => {
    const messageId = newId<MessageId>(clock.now())
    const customerId = newId<CustomerId>(clock.now())
    const charged = { entId, relationId: accounts[0]!.id, customerId, sessionId: null, messageId, hasImage: false }
    return node.db.transaction((tx) => chargeAnswer(tx, charged, clock.now()))
  }
  return { zhao, accounts, fill, charge, close: () => node.close() }
}
