import { AiDraft, type CustomerId, knowledgeApi, type MessageId } from '@ruwu/contract'
import { type FakeClock, fakeClock } from '@ruwu/testkit'
import { sql } from 'drizzle-orm'
import { migrate } from '../db/migrate.ts'
import { aiAgent, aiAgentVersion, outbox } from '../db/schema/index.ts'
import { leadKeeper } from '../features/lead/index.ts'
import { chargeAnswer, rebuildPointDays } from '../features/points/index.ts'
import { OutboxResult } from '../outbound/outbox-result.ts'
import { newId } from '../platform/ids.ts'
import { createPeople } from './people.ts'
import type { Person } from './person.ts'
import { openAccount, Platform } from './platform.ts'
import { startNode } from './start-node.ts'

const ACCOUNTS = 10
const MERGE_SEC = 1
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

  /** What charging adds to the transaction of a delivered answer, in milliseconds. */
  const charge = (): Promise<number> => {
    const messageId = newId<MessageId>(clock.now())
    const customerId = newId<CustomerId>(clock.now())
    const charged = { entId, relationId: accounts[0]!.id, customerId, sessionId: null, messageId, hasImage: false }
    return node.db.transaction(async (tx) => {
      const start = performance.now()
      await chargeAnswer(tx, charged, clock.now())
      return performance.now() - start
    })
  }
  const answer = await answering(node, clock, zhao, accounts[0]!)
  return { zhao, accounts, fill, charge, answer, close: () => node.close() }
}

type Node = Awaited<ReturnType<typeof startNode>>
type Account = Awaited<ReturnType<typeof openAccount>>

/** A customer's question, answered by the AI of the account from its knowledge and taken by the platform; in milliseconds, without waits. */
async function answering(node: Node, clock: FakeClock, zhao: Person, account: Account): Promise<() => Promise<number>> {
  const { db, reception } = node
  const owner = { entId: account.entId, relationId: account.id }
  const config = AiDraft.parse({ advanced: { mergeSec: MERGE_SEC, delaySec: 0 } })
  await db.sql.insert(aiAgent).values({ ...owner, publishedVersion: 1, updatedAt: clock.now() })
  await db.sql.insert(aiAgentVersion).values({ ...owner, version: 1, config, publishedAt: clock.now() })
  for (const subject of ['沙发', '餐桌', '书柜', '床垫', '茶几', '衣柜', '橱柜', '地板', '窗帘', '吊灯'])
    await zhao.call(knowledgeApi.save, {
      body: { relationId: account.id, type: 'qa', question: `${subject}多少钱`, answer: `${subject}1999 元起` },
    })
  const platform = new Platform({ clock, reception })
  const result = new OutboxResult({
    db,
    writer: reception.writer,
    leads: leadKeeper,
    clock,
    onAuthorisationEnded: async () => {},
  })
  const { answers } = reception.ai.work
  let asked = 0
  return async () => {
    asked += 1
    await platform.tell(platform.text(account, `客户${asked}`, '请问沙发多少钱'))
    while (await reception.work.inbound.run());
    clock.advance(MERGE_SEC * 1000)
    const start = performance.now()
    while (await answers.run());
    await answers.settle()
    const rows = await db.sql.select().from(outbox)
    for (const row of rows)
      await result.sent(row, { platformMessageId: `@${row.messageId}==`, acceptedAt: clock.now() })
    if (rows.length === 0) throw new Error('nothing was answered')
    return performance.now() - start
  }
}
