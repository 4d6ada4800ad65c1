import { type QuickReplyGroup, quickReplyApi } from '@ruwu/contract'
import { findReplies, QUICK_REPLIES_MAX, TAGS_MAX } from '@ruwu/domain'
import { sql } from 'drizzle-orm'
import { fakeClock } from '@ruwu/testkit'
import { migrate } from '../db/migrate.ts'
import { createPeople } from './people.ts'
import { openAccount } from './platform.ts'
import { fileOf, xlsxOf } from './sample-files.ts'
import { startNode } from './start-node.ts'

export { EXPORT_ROWS_MAX } from '@ruwu/domain'

const AGENTS = 500
const GROUPS = 20

export type FullSettings = Awaited<ReturnType<typeof openFullSettings>>

/** A node with an enterprise whose lists are as long as they may be: agents, tags, both quick-reply libraries. */
export async function openFullSettings(databaseUrl: string) {
  await migrate(databaseUrl)
  const clock = fakeClock(new Date().toISOString())
  const node = await startNode(databaseUrl, clock)
  const { lin, zhao } = await createPeople(node, clock)
  await node.db.sql.execute(sql`insert into agent select (jsonb_populate_record(a, jsonb_build_object(
      'id', gen_random_uuid(), 'name', '客服' || n, 'telephone', '137' || lpad(n::text, 8, '0')))).*
    from agent a, generate_series(1, ${AGENTS}::int - (select count(*) from agent where ent_id = ${zhao.entId})::int) n
    where a.ent_id = ${zhao.entId} and a.id = ${lin.id}`)
  await node.db.sql.execute(sql`insert into tag (ent_id, id, name, color, kind, position, created_at, updated_at)
    select ${zhao.entId}::uuid, gen_random_uuid(), '标签' || n, 'blue', 'manual', n, now(), now() from generate_series(1, ${TAGS_MAX}::int) n`)
  for (const ownerType of ['enterprise', 'agent'] as const) {
    const file = fileOf(await replySheet(QUICK_REPLIES_MAX, 0), 'replies.xlsx')
    await zhao.call(quickReplyApi.import, { body: { ownerType }, file })
  }
  const { id: relationId } = await openAccount({ db: node.db, clock }, { entId: zhao.entId })
  /** The audit log with so many entries, and then an export of all of them. */
  const fillAudit = (rows: number) =>
    node.db.sql.execute(sql`insert into audit (ent_id, id, agent_id, action, object, object_name, before, after, ip, at)
      select ${zhao.entId}::uuid, gen_random_uuid(), ${zhao.id}::uuid, 'agent.edit', ${lin.id}::text, '林小满',
        jsonb_build_object('role', '客服', 'limit', n::text), jsonb_build_object('role', '主管', 'limit', (n + 1)::text), '10.0.0.8', now()
      from generate_series(1, ${rows}::int - (select count(*) from audit where ent_id = ${zhao.entId})::int) n`)
  const runExport = () => node.reception.work.exports.run()
  return { zhao, lin, relationId, fillAudit, runExport, close: () => node.close() }
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
