import { automationRuleApi, tagApi } from '@ruwu/contract'
import { sql } from 'drizzle-orm'
import { migrate } from '../db/migrate.ts'
import { createPeople } from './people.ts'
import { openAccount, Platform } from './platform.ts'
import { startNode } from './start-node.ts'

const realClock = { now: () => new Date(), advance: () => {}, set: () => {} }

const RULE = {
  name: '询价',
  accountIds: [],
  event: { type: 'message_in' as const },
  conditions: { op: 'all' as const, items: [] },
  stopOnMatch: false,
  status: 'on' as const,
}

/** A node whose enterprise has a rule of five actions, and so many customers whose messages have not been looked at by rules. */
export async function openRuleCrowd(databaseUrl: string, customers: number) {
  await migrate(databaseUrl)
  const node = await startNode(databaseUrl, realClock)
  const { db, reception } = node
  const { zhao } = await createPeople(node, realClock)
  const account = await openAccount({ db, clock: realClock }, { entId: zhao.entId })
  const { id: tagId } = await zhao.call(tagApi.create, { body: { name: '询过价', kind: 'manual' } })
  const text = (words: string) => ({ type: 'send' as const, params: { type: 'text' as const, text: words } })
  const note = (words: string) => ({ type: 'note' as const, params: { text: words } })
  const tags = { type: 'add_tags' as const, params: { tagIds: [tagId] } }
  const actions = [note('甲'), text('一'), tags, note('乙'), text('二')]
  await zhao.call(automationRuleApi.save, { body: { ...RULE, actions } })
  const platform = new Platform({ clock: realClock, reception })
  const write = async (name: string) => platform.tell(platform.text(account, name, '价格多少'))
  for (let no = 0; no < customers; no += 1) await write(`客户${no}`)
  await platform.settle()

  return {
    node,
    /** What stands in each thread besides the customer's words, and how often its rule has run. */
    async readThreads(): Promise<{ lines: string; runs: number; ended: number }[]> {
      const { rows } = await db.sql.execute<{ lines: string; runs: number; ended: number }>(
        sql`select (select string_agg(m.content ->> 'text', '|' order by m.seq) from message m
              join customer_message cm on cm.ent_id = m.ent_id and cm.customer_id = m.topic_id and cm.seq = m.seq
              where m.ent_id = c.ent_id and m.topic_id = c.id and cm.sender_kind <> 'customer') as lines,
            (select count(*)::int from automation_run r where r.ent_id = c.ent_id and r.customer_id = c.id) as runs,
            (select count(*)::int from automation_run r where r.ent_id = c.ent_id and r.customer_id = c.id
              and r.result = 'done' and jsonb_array_length(r.outcomes) = ${actions.length}) as ended
          from customer c where c.ent_id = ${zhao.entId} order by c.id`,
      )
      return rows
    },
    /** As if the lease of a killed process were over. */
    endLeases: () => db.sql.execute(sql`update automation_run set due_at = now() where due_at > now()`),
    close: () => node.close(),
  }
}
