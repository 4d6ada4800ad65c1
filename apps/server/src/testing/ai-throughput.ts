import { setTimeout as sleep } from 'node:timers/promises'
import { AiDraft, knowledgeApi } from '@ruwu/contract'
import { asc, eq, sql } from 'drizzle-orm'
import { migrate } from '../db/migrate.ts'
import { aiAgent, aiAgentVersion, outbox, pointAccount } from '../db/schema/index.ts'
import { OutboxResult } from '../outbound/outbox-result.ts'
import { startLoop } from '../jobs/loop.ts'
import { createPeople } from './people.ts'
import { openAccount, Platform } from './platform.ts'
import { leadKeeper } from '../features/lead/index.ts'
import { startNode } from './start-node.ts'

export type ThroughputOptions = { customers: number; perMinute: number; log(line: string): void }

const MERGE_SEC = 1
const CALM_MS = 15_000
const POINTS = 1_000_000

/** Topics and questions of the test knowledge. */
const SUBJECTS = ['沙发', '餐桌', '书柜', '床垫', '茶几', '衣柜', '橱柜', '地板', '窗帘', '吊灯']
const ASPECTS: [asked: string, answer: string][] = [
  ['多少钱', '的价格是 1999 元起'],
  ['几天能到货', '下单后 7 天内送到'],
  ['可以定做尺寸吗', '支持按尺寸定做'],
  ['质保多久', '质保 3 年'],
]

/**
 * Customers write one after the other to one node with all workers running. Returns, in the order of their messages, how many
 * milliseconds after the merge window each answer was stored.
 */
export async function measureAnswers(databaseUrl: string, options: ThroughputOptions): Promise<number[]> {
  await migrate(databaseUrl)
  const clock = { now: () => new Date(), advance: () => {}, set: () => {} }
  const node = await startNode(databaseUrl, clock)
  const { db, reception } = node
  const { zhao } = await createPeople(node, clock)
  const account = await openAccount({ db, clock }, { entId: zhao.entId })
  const platform = new Platform({ clock, reception })
  const owner = { entId: account.entId, relationId: account.id }
  const config = AiDraft.parse({ advanced: { mergeSec: MERGE_SEC, delaySec: 0 } })
  await db.sql.insert(aiAgent).values({ ...owner, publishedVersion: 1, updatedAt: clock.now() })
  await db.sql.insert(aiAgentVersion).values({ ...owner, version: 1, config, publishedAt: clock.now() })
  await db.sql.update(pointAccount).set({ bonusHumanPoints: POINTS }).where(eq(pointAccount.entId, account.entId))
  for (const subject of SUBJECTS)
    for (const [asked, answer] of ASPECTS)
      await zhao.call(knowledgeApi.save, {
        body: { relationId: account.id, type: 'qa', question: `${subject}${asked}`, answer: `${subject}${answer}` },
      })

  const stop = startWork()
  const paceMs = 60_000 / options.perMinute
  const began = performance.now()
  for (let no = 0; no < options.customers; no += 1) {
    const [asked] = ASPECTS[no % ASPECTS.length] as [string, string]
    await platform.tell(platform.text(account, `客户${no}`, `请问${SUBJECTS[no % SUBJECTS.length]}${asked}`))
    await sleep(Math.max(0, began + (no + 1) * paceMs - performance.now()))
  }
  await sleep(CALM_MS)
  await stop()
  const delays = await readDelays()
  options.log(`${delays.length} of ${options.customers} customers were answered`)
  await node.close()
  return delays

  function startWork(): () => Promise<void> {
    const onError = (error: unknown) => options.log(String(error))
    const { answers } = reception.ai.work
    const result = new OutboxResult({
      db,
      writer: reception.writer,
      clock,
      leads: leadKeeper,
      onAuthorisationEnded: async () => {},
    })
    const deliver = async () => {
      const rows = await db.sql.select().from(outbox).orderBy(asc(outbox.createdAt)).limit(50)
      for (const row of rows)
        await result.sent(row, { platformMessageId: `@${row.messageId}==`, acceptedAt: clock.now() })
      return rows.length > 0
    }
    const inbound = startLoop({ round: () => reception.work.inbound.run(), everyMs: 1_000, onError })
    const answering = startLoop({ round: () => answers.run(), everyMs: 1_000, onError })
    answers.onDue(() => answering.wake())
    const delivery = startLoop({ round: deliver, everyMs: 100, onError })
    const unsubscribe = node.bus.subscribe((message) => {
      if (message.kind === 'work' && message.queue === 'inbound') inbound.wake()
    })
    return async () => {
      unsubscribe()
      for (const loop of [inbound, answering, delivery]) await loop.close()
      await answers.close()
    }
  }

  async function readDelays(): Promise<number[]> {
    const { rows } = await db.sql.execute<{ ms: number }>(sql`
      select (extract(epoch from min(m.created_at) filter (where c.sender_kind = 'ai')
          - min(m.created_at) filter (where c.sender_kind = 'customer')) * 1000 - ${MERGE_SEC * 1000})::float8 as ms
      from customer_message c join message m on m.ent_id = c.ent_id and m.topic_id = c.customer_id and m.seq = c.seq
      where c.ent_id = ${account.entId} and c.sender_kind in ('customer', 'ai')
      group by c.customer_id having bool_or(c.sender_kind = 'ai')
      order by min(m.created_at)`)
    return rows.map((row) => row.ms)
  }
}
