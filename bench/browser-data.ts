import { setTimeout } from 'node:timers/promises'
import { query } from '@ruwu/e2e/database.ts'
import type { Server } from '@ruwu/e2e/server.ts'
import { SimulatedPlatform } from '@ruwu/e2e/simulated-platform.ts'
import { ACCOUNT } from '@ruwu/e2e/workbench.ts'

/** From so many changes on, the server folds them into its sets. */
const FOLD_SETS_AT = 300

export type BrowserSize = { customers: number; messages: number }

const id = (kind: string, n: string) => `('01990000-0000-7000-8${kind}-' || lpad(to_hex(${n}), 12, '0'))::uuid`

/** The customer with the long thread wrote last, and so is the first of the list. */
export const LONGEST_THREAD = '01990000-0000-7000-8d00-000000000000'.replaceAll('-', '')

/** The simulated platform's id of the account that the workbench is filled for. */
export async function accountIdOf({ simulatorUrl }: Server): Promise<string> {
  const accounts = await new SimulatedPlatform(simulatorUrl).accounts('douyin')
  return accounts.find(({ name }) => name === ACCOUNT)!.accountId
}

/** Customers without an agent, as a supervisor sees them; the first has a thread of thousands of messages. */
export async function fillBrowserData(server: Server, account: string, size: BrowserSize): Promise<void> {
  const run = (text: string, values: unknown[] = []) => query(server, text, values)
  const said = `case when n = 0 then ${size.messages} else 1 end`
  const from = `channel_account a, generate_series(0, ${size.customers - 1}) n where a.name = $1`
  // Further apart than the demo's own days reach: the last of them is the last of all.
  const lastAt = `(now() - n * interval '1 hour')`
  await run(
    `insert into topic (ent_id, id, kind, owner_id, name, is_private, last_seq, created_at, updated_at)
    select a.ent_id, ${id('d00', 'n')}, 'customer', replace(${id('d00', 'n')}::text, '-', ''), '', true, ${said}, ${lastAt}, ${lastAt}
    from ${from}`,
    [account],
  )
  await run(
    `insert into customer (ent_id, id, relation_id, source, platform_user_id, name, reception_type, ai_off_reason, waiting_since, last_seq,
      last_message, last_message_seq, last_message_at, last_inbound_at, last_inbound_seq, inbound_count, first_enter_at, last_enter_at,
      created_at, updated_at)
    select a.ent_id, ${id('d00', 'n')}, a.id, a.source, 'user-' || n, '客户' || n, 'manual', 'channel_off', ${lastAt}, ${said},
      jsonb_build_object('type', 'text', 'text', '请问第 ' || n || ' 款柜子有现货吗', 'senderKind', 'customer', 'agentId', null, 'status', 1, 'createdAt',
        to_char(${lastAt} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')),
      ${said}, ${lastAt}, ${lastAt}, ${said}, (${said} + 1) / 2, ${lastAt}, ${lastAt}, ${lastAt}, ${lastAt}
    from ${from}`,
    [account],
  )
  await run(`with said as (
      select c.ent_id, c.id as customer_id, c.relation_id, seq, ${id('f00', 'seq')} as id, seq % 2 = 0 as is_ours,
        c.last_message_at - (${size.messages} - seq) * interval '1 min' as at
      from customer c, generate_series(1, ${size.messages}) seq where c.id = '${LONGEST_THREAD}'
    ), stored as (
      insert into message (ent_id, topic_id, seq, id, chat_id, sender_id, content, is_readable, created_at, updated_at)
      select ent_id, customer_id, seq, id, replace(id::text, '-', ''), case when is_ours then 'ai' else '${LONGEST_THREAD}' end,
        jsonb_build_object('type', 'text', 'text', '第 ' || seq || ' 句' || repeat('，这个柜子的尺寸和颜色还能再改吗', (seq % 7)::int)), true, at, at
      from said
    )
    insert into customer_message (ent_id, customer_id, seq, id, relation_id, sender_kind, platform_message_id, platform_time, status, updated_at)
    select ent_id, customer_id, seq, id, relation_id, case when is_ours then 'ai' else 'customer' end, 'p' || id::text, at, 1, at from said`)
  await settled(server)
  await run('vacuum analyze')
}

/** Waits for the server's background work on a hundred thousand customers inserted at once, which no real load has. */
async function settled(server: Server): Promise<void> {
  const behind = () => query<{ touched: number }>(server, 'select count(*)::int as touched from customer_touched')
  while ((await behind())[0]!.touched >= FOLD_SETS_AT) await setTimeout(500)
}
