import {
  automationRuleApi,
  type CustomerId,
  flowApi,
  type FlowGraph,
  type FlowNode,
  RULE_LIMITS,
  type RuleFields,
} from '@ruwu/contract'
import { sql } from 'drizzle-orm'
import type { Database } from '../db/database.ts'
import { migrate } from '../db/migrate.ts'
import { createPeople } from './people.ts'
import type { Person } from './person.ts'
import { openAccount, Platform } from './platform.ts'
import { startNode } from './start-node.ts'

/** Sends of the measured flow; then it waits for the customer. */
export const FLOW_TEXTS_SENT = ['第一条', '第二条', '第三条']

const realClock = { now: () => new Date(), advance: () => {}, set: () => {} }
const place = { x: 0, y: 0 }

const graph = (): FlowGraph => {
  const sends = FLOW_TEXTS_SENT.map((text, no): FlowNode => ({
    id: `s${no}`,
    ...place,
    type: 'send',
    data: { variants: [text], imageUrl: null, materialId: null },
  }))
  const nodes: FlowNode[] = [
    { id: 'start', ...place, type: 'start', data: { trigger: { type: 'manual' } } },
    ...sends,
    { id: 'menu', ...place, type: 'menu', data: { title: '请选择', options: [{ id: 'price', text: '报价' }] } },
    { id: 'end', ...place, type: 'end', data: {} },
  ]
  const next = sends.map(({ id }, no) => ({ from: id, exit: 'next', to: sends[no + 1]?.id ?? 'menu' }))
  const edges = [
    { from: 'start', exit: 'next', to: 's0' },
    ...next,
    { from: 'menu', exit: 'price', to: 'end' },
    { from: 'menu', exit: 'unmatched', to: 'end' },
  ]
  return { nodes, edges }
}

/** A node of its own on this database, with the clock of the machine. */
export const openFlowNode = (databaseUrl: string) => startNode(databaseUrl, realClock)

/** What a customer of the crowd answers at the menu; one rule of the enterprise reacts to it, too. */
export const ANSWER = '报价'

/** All rules of an enterprise look at every message; the last one fires on the answer and adds a note. */
const ruleNo = (no: number): RuleFields => ({
  name: `规则 ${no}`,
  accountIds: [],
  event: { type: 'message_in' },
  conditions: {
    op: 'all',
    items: [
      { type: 'message_type', values: ['text'] },
      { type: 'text', match: 'contains', words: no === RULE_LIMITS.rules ? [ANSWER] : [`关键词${no}`, `另一个${no}`] },
    ],
  },
  actions: [{ type: 'note', params: { text: '客户询价' } }],
  stopOnMatch: false,
  intervalMinutes: 0,
  status: 'on',
})

type Crowd = { customers: number; isWaiting: boolean; hasRules: boolean }

/** Customers of an enterprise in its flow, and as many rules as it may have. */
async function gather(db: Database, owner: Person, { customers, isWaiting, hasRules }: Crowd) {
  const { entId } = owner
  const account = await openAccount({ db, clock: realClock }, { entId })
  const { id, version } = await owner.call(flowApi.create, { body: { name: '引导' } })
  const saved = await owner.call(flowApi.save, { body: { id, graph: graph(), accountIds: [account.id], version } })
  await owner.call(flowApi.publish, { body: { id, note: '', version: saved.version } })
  const rules = hasRules ? Array.from({ length: RULE_LIMITS.rules }, (_, index) => ruleNo(index + 1)) : []
  for (const body of rules) await owner.call(automationRuleApi.save, { body })
  const state = { nodeId: 'menu', phase: 'wait', until: null, tries: 0, passed: 0, step: 5, variables: {} }
  const run = (text: ReturnType<typeof sql>) => db.sql.execute(text)
  await run(sql`create table bench_flow as select n, gen_random_uuid() as id, gen_random_uuid() as session_id
    from generate_series(1, ${customers}::int) n`)
  await run(sql`insert into topic (ent_id, id, kind, owner_id, name, is_private, created_at, updated_at)
    select ${entId}::uuid, id, 'customer', replace(id::text, '-', ''), '', true, now(), now() from bench_flow`)
  await run(sql`insert into customer (ent_id, id, relation_id, source, platform_user_id, name, reception_type, ai_off_reason, session_id,
      last_message_at, last_inbound_at, first_enter_at, last_enter_at, created_at, updated_at)
    select ${entId}::uuid, id, ${account.id}::uuid, ${account.source}, 'user-' || n, '客户' || n, 'workflow', 'schedule', session_id,
      now(), now(), now(), now(), now(), now() from bench_flow`)
  await run(sql`insert into session (ent_id, id, customer_id, relation_id, source, start_at, start_seq, last_message_at, reception_path)
    select ${entId}::uuid, session_id, id, ${account.id}::uuid, ${account.source}, now(), 1, now(), array['workflow'] from bench_flow`)
  await run(sql`insert into flow_run (ent_id, id, customer_id, flow_id, version, session_id, state, epoch, handled_seq, due_at, started_at)
    select ${entId}::uuid, gen_random_uuid(), id, ${id}::uuid, 1, session_id, ${isWaiting ? JSON.stringify(state) : null}::jsonb,
      ${isWaiting ? 1 : null}::int, 0, ${isWaiting ? null : new Date()}::timestamptz, now() from bench_flow`)
  await run(sql`drop table bench_flow`)
  return account
}

/** Of one message: milliseconds until it is stored with all that waits for it, until the flow and until the rules have done what follows. */
export type Processed = { stored: number; answered: number; ruled: number }

/**
 * A node with so many customers at the start of a flow, or (`isWaiting`) at its menu. With rules there are two enterprises that share the
 * customers, each with as many rules as it may have.
 */
export async function openFlowCrowd(
  databaseUrl: string,
  customers: number,
  { isWaiting = false, hasRules = false } = {},
) {
  await migrate(databaseUrl)
  const node = await openFlowNode(databaseUrl)
  const { db, reception } = node
  const { zhao, rival } = await createPeople(node, realClock)
  const owners = hasRules ? [zhao, rival] : [zhao]
  const accounts: Awaited<ReturnType<typeof gather>>[] = []
  for (const owner of owners)
    accounts.push(await gather(db, owner, { customers: customers / owners.length, isWaiting, hasRules }))
  await db.sql.execute(sql`analyze`)

  const platform = new Platform({ clock: realClock, reception })
  /** The next customer answers. */
  const writeOne = async (no: number): Promise<Processed> => {
    const account = accounts[no % accounts.length]
    if (!account) throw new Error('nobody writes')
    await platform.tell(platform.text(account, `user-${Math.ceil(no / accounts.length)}`, ANSWER))
    const times = [performance.now()]
    for (const work of [reception.work.inbound, reception.work.flows, reception.work.rules]) {
      await work.run()
      times.push(performance.now())
    }
    const [began = 0, stored = 0, answered = 0, ruled = 0] = times
    return { stored: stored - began, answered: answered - stored, ruled: ruled - answered }
  }
  /** Customers whose flow has ended and for whom a rule has acted. */
  const countDone = async (): Promise<number> => {
    const { rows } = await db.sql.execute<{ done: number }>(sql`select count(*)::int as done
      from flow_run f join automation_run r using (ent_id, customer_id) where f.outcome = 'end' and r.result = 'done'`)
    return rows[0]?.done ?? 0
  }
  /** Customers by what they have received, in order, and where their run stands. */
  const readRuns = async () => {
    const { rows } = await db.sql.execute<{
      id: CustomerId
      texts: string[] | null
      queued: number
      node: string | null
      phase: string | null
      outcome: string | null
    }>(
      sql`select c.id, r.state ->> 'nodeId' as node, r.state ->> 'phase' as phase, r.outcome,
          (select count(*)::int from outbox o where o.ent_id = c.ent_id and o.customer_id = c.id) as queued, (select array_agg(coalesce(m.content ->> 'text', m.content ->> 'placeholder') order by m.seq)
          from message m join customer_message cm on cm.ent_id = m.ent_id and cm.customer_id = m.topic_id and cm.seq = m.seq
          where m.ent_id = c.ent_id and m.topic_id = c.id and cm.sender_kind = 'flow') as texts
        from customer c join flow_run r on r.ent_id = c.ent_id and r.customer_id = c.id where c.ent_id = ${zhao.entId}`,
    )
    return rows
  }
  return { node, writeOne, countDone, readRuns, close: () => node.close() }
}
