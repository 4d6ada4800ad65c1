import { type CustomerId, flowApi, type FlowGraph, type FlowNode } from '@ruwu/contract'
import { sql } from 'drizzle-orm'
import { migrate } from '../db/migrate.ts'
import { createPeople } from './people.ts'
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

/** A node whose enterprise has so many customers at the start of a flow, or (`isWaiting`) at its menu. */
export async function openFlowCrowd(databaseUrl: string, customers: number, { isWaiting = false } = {}) {
  await migrate(databaseUrl)
  const node = await openFlowNode(databaseUrl)
  const { db, reception } = node
  const { zhao } = await createPeople(node, realClock)
  const { entId } = zhao
  const account = await openAccount({ db, clock: realClock }, { entId })
  const { id, version } = await zhao.call(flowApi.create, { body: { name: '引导' } })
  const saved = await zhao.call(flowApi.save, { body: { id, graph: graph(), accountIds: [account.id], version } })
  await zhao.call(flowApi.publish, { body: { id, note: '', version: saved.version } })
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
  await run(sql`analyze`)

  const platform = new Platform({ clock: realClock, reception })
  /** One customer writes; milliseconds until the message is stored with all that waits for it, and until the flow has done what follows. */
  const writeOne = async (no: number, text: string): Promise<{ stored: number; answered: number }> => {
    await platform.tell(platform.text(account, `user-${no}`, text))
    const began = performance.now()
    await reception.work.inbound.run()
    const stored = performance.now() - began
    await reception.work.flows.run()
    return { stored, answered: performance.now() - began - stored }
  }
  /** Customers by what they have received, in order, and where their run stands. */
  const readRuns = async () => {
    const { rows } = await db.sql.execute<{
      id: CustomerId
      texts: string[] | null
      node: string | null
      outcome: string | null
    }>(
      sql`select c.id, r.state ->> 'nodeId' as node, r.outcome, (select array_agg(m.content ->> 'text' order by m.seq)
          from message m join customer_message cm on cm.ent_id = m.ent_id and cm.customer_id = m.topic_id and cm.seq = m.seq
          where m.ent_id = c.ent_id and m.topic_id = c.id and cm.sender_kind = 'flow') as texts
        from customer c join flow_run r on r.ent_id = c.ent_id and r.customer_id = c.id where c.ent_id = ${entId}`,
    )
    return rows
  }
  return { node, writeOne, readRuns, close: () => node.close() }
}
