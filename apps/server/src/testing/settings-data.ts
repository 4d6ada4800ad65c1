import { type EntId, type QuickReplyGroup, quickReplyApi, type RelationId } from '@ruwu/contract'
import { findReplies, QUICK_REPLIES_MAX, TAG_GROUPS_MAX, TAGS_MAX } from '@ruwu/domain'
import { sql } from 'drizzle-orm'
import { fakeClock } from '@ruwu/testkit'
import type { Database } from '../db/database.ts'
import { migrate } from '../db/migrate.ts'
import { refreshBitmaps } from '../list/index.ts'
import { createPeople } from './people.ts'
import { openAccount } from './platform.ts'
import { fileOf, xlsxOf } from './sample-files.ts'
import { startNode } from './start-node.ts'

export { EXPORT_ROWS_MAX, QUICK_REPLIES_MAX } from '@ruwu/domain'

const AGENTS = 500
const CUSTOMERS = 100_000
const TAGS_OF_EACH = 3
const GROUPS = 20

export type FullSettings = Awaited<ReturnType<typeof openFullSettings>>

/** A node with an enterprise whose lists are as long as they may be: agents, tags with many customers, both quick-reply libraries. */
export async function openFullSettings(databaseUrl: string) {
  await migrate(databaseUrl)
  const clock = fakeClock(new Date().toISOString())
  const node = await startNode(databaseUrl, clock)
  const { lin, zhao } = await createPeople(node, clock)
  await node.db.sql.execute(sql`insert into agent select (jsonb_populate_record(a, jsonb_build_object(
      'id', gen_random_uuid(), 'name', '客服' || n, 'telephone', '137' || lpad(n::text, 8, '0')))).*
    from agent a, generate_series(1, ${AGENTS}::int - (select count(*) from agent where ent_id = ${zhao.entId})::int) n
    where a.ent_id = ${zhao.entId} and a.id = ${lin.id}`)
  for (const ownerType of ['enterprise', 'agent'] as const) {
    const file = fileOf(await replySheet(QUICK_REPLIES_MAX, 0), 'replies.xlsx')
    await zhao.call(quickReplyApi.import, { body: { ownerType }, file })
  }
  const { id: relationId } = await openAccount({ db: node.db, clock }, { entId: zhao.entId })
  await fillTags(node.db, zhao.entId, relationId)
  /** The audit log with so many entries, and then an export of all of them. */
  const fillAudit = (rows: number) =>
    node.db.sql.execute(sql`insert into audit (ent_id, id, agent_id, action, object, object_name, before, after, ip, at)
      select ${zhao.entId}::uuid, gen_random_uuid(), ${zhao.id}::uuid, 'agent.edit', ${lin.id}::text, '林小满',
        jsonb_build_object('role', '客服', 'limit', n::text), jsonb_build_object('role', '主管', 'limit', (n + 1)::text), '10.0.0.8', now()
      from generate_series(1, ${rows}::int - (select count(*) from audit where ent_id = ${zhao.entId})::int) n`)
  const runExport = () => node.reception.work.exports.run()
  return { zhao, lin, relationId, fillAudit, runExport, close: () => node.close() }
}

/** Every second group is single-choice. The tags of a customer are in different groups. */
async function fillTags(db: Database, entId: EntId, relationId: RelationId): Promise<void> {
  const run = (text: ReturnType<typeof sql>) => db.sql.execute(text)
  await run(sql`insert into tag_group (ent_id, id, name, is_single, position)
    select ${entId}::uuid, gen_random_uuid(), '分组' || n, n % 2 = 0, n from generate_series((select count(*) from tag_group where ent_id = ${entId}), ${TAG_GROUPS_MAX}::int - 1) n`)
  await run(sql`insert into tag (ent_id, id, group_id, name, color, kind, position, created_at, updated_at)
    select ${entId}::uuid, gen_random_uuid(), g.id, '标签' || n, 'blue', 'manual', n, now(), now() from generate_series(0, ${TAGS_MAX}::int - 1) n
      join (select id, row_number() over (order by position) - 1 as no from tag_group where ent_id = ${entId}) g on g.no = n % ${TAG_GROUPS_MAX}::int`)
  await run(sql`create table bench_holder as select n, gen_random_uuid() as id, (select array_agg(t.id) from tag t
      where t.ent_id = ${entId} and t.kind = 'manual' and t.position = any(array(select (n + k) % ${TAGS_MAX}::int from generate_series(0, ${TAGS_OF_EACH}::int - 1) k))) as tag_ids
    from generate_series(1, ${CUSTOMERS}::int) n`)
  await run(sql`insert into topic (ent_id, id, kind, owner_id, name, is_private, created_at, updated_at)
    select ${entId}::uuid, id, 'customer', replace(id::text, '-', ''), '', true, now(), now() from bench_holder`)
  await run(sql`insert into customer (ent_id, id, relation_id, source, platform_user_id, name, tag_ids, reception_type, ai_off_reason,
      last_message_at, first_enter_at, last_enter_at, created_at, updated_at)
    select ${entId}::uuid, b.id, a.id, a.source, 'user-' || b.n, '客户' || b.n, b.tag_ids, 'manual', 'human_reply', now(), now(), now(), now(), now()
    from bench_holder b, channel_account a where a.ent_id = ${entId} and a.id = ${relationId}`)
  await run(sql`insert into customer_tag (ent_id, customer_id, tag_id, bound_at)
    select ${entId}::uuid, id, unnest(tag_ids), now() - n % 30 * interval '1 day' from bench_holder`)
  await run(sql`drop table bench_holder`)
  await refreshBitmaps(db, 1)
  await run(sql`analyze`)
}

/** What the console does for a key press in the `/` panel. */
export const searchPanel = (groups: readonly QuickReplyGroup[], typed: string) => findReplies(groups, typed, 'douyin')

/** A sheet of so many replies, of which the last ones have no text. */
export const replySheet = (rows: number, bad: number): Promise<Buffer> =>
  xlsxOf([
    ['分组', '标题', '内容', '快捷码'],
    ...Array.from({ length: rows }, (_, n) => [
      `分组${n % GROUPS}`,
      `第${n}条回复`,
      n < rows - bad ? `柜体按投影面积计价，含五金和安装，第 ${n} 条。`.repeat(4) : null,
      `k${n}`,
    ]),
  ])

/** A sheet of so many questions, of which the last ones have no answer. */
export const questionSheet = (rows: number, bad: number): Promise<Buffer> =>
  xlsxOf([
    ['问题', '相似问', '答案'],
    ...Array.from({ length: rows }, (_, n) => [
      `第${n}种柜子多少钱一平？`,
      `第${n}种柜子怎么收费\n第${n}种柜子的价格`,
      n < rows - bad ? `第 ${n} 种柜子按投影面积计价，含五金和安装，以量房后的报价单为准。` : null,
    ]),
  ])
