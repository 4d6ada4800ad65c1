import type { EntId } from '@ruwu/contract'
import { DEMO_ENT_ID } from '@ruwu/domain'
import { and, eq, isNull, lte, or, type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '../../db/database.ts'
import { agent, modelSetting } from '../../db/schema/index.ts'
import { sealedColumn } from '../../db/sealed-column.ts'

export type ModelSettingRow = typeof modelSetting.$inferSelect
type NewRow = typeof modelSetting.$inferInsert

export const MODEL_KEY_PURPOSE = 'model-key'

export const modelKeys = sealedColumn(modelSetting, {
  column: 'key',
  key: ['entId'],
  purposeOf: () => MODEL_KEY_PURPOSE,
})

export async function findModelSetting(db: Queryable, entId: EntId): Promise<ModelSettingRow | undefined> {
  const [row] = await db.select().from(modelSetting).where(eq(modelSetting.entId, entId))
  return row
}

/** Undefined when a concurrent request inserted it first. */
export async function insertModelSetting(db: Queryable, row: NewRow): Promise<ModelSettingRow | undefined> {
  const [saved] = await db.insert(modelSetting).values(row).onConflictDoNothing().returning()
  return saved
}

/** Optimistic lock: undefined when the version differs. Resets the notification times, so that the first failure notifies again. */
export async function updateModelSetting(
  db: Queryable,
  entId: EntId,
  version: number,
  change: Omit<NewRow, 'entId' | 'version'>,
): Promise<ModelSettingRow | undefined> {
  const [saved] = await db
    .update(modelSetting)
    .set({ ...change, failToldAt: null, embeddingToldAt: null, version: sql`${modelSetting.version} + 1` })
    .where(and(eq(modelSetting.entId, entId), eq(modelSetting.version, version)))
    .returning()
  return saved
}

/** Claims the notification: true for exactly one caller when the last was before `before`. */
export async function claimNotification(
  db: Queryable,
  entId: EntId,
  toldAt: 'failToldAt' | 'embeddingToldAt',
  { before, now }: { before: Date; now: Date },
): Promise<boolean> {
  const rows = await db
    .update(modelSetting)
    .set({ [toldAt]: now })
    .where(and(eq(modelSetting.entId, entId), or(isNull(modelSetting[toldAt]), lte(modelSetting[toldAt], before))))
    .returning({ entId: modelSetting.entId })
  return rows.length === 1
}

export async function lastEditor(db: Queryable, entId: EntId): Promise<string | undefined> {
  const [row] = await db
    .select({ name: agent.name })
    .from(modelSetting)
    .innerJoin(agent, and(eq(agent.entId, modelSetting.entId), eq(agent.id, modelSetting.updatedBy)))
    .where(eq(modelSetting.entId, entId))
  return row?.name
}

/**
 * Enterprises with pieces that lack vectors of their current model, least recently served first. Empty strings: no operator model; the demo has none.
 * `offset 0`: looked up per enterprise. PostgreSQL before 18 would hash the whole table.
 */
export async function listWithoutVectors(
  db: Queryable,
  operator: { baseUrl: string; model: string },
  now: Date,
): Promise<EntId[]> {
  const at = now.toISOString()
  const { rows } = await db.execute<{ id: string }>(sql`
    select used.id
    from (select e.id,
        case when m.mode = 'own' then m.base_url when e.id = ${DEMO_ENT_ID}::uuid then '' else ${operator.baseUrl} end as base_url,
        case m.mode when 'own' then m.embedding_model else ${operator.model} end as model
      from enterprise e left join model_setting m on m.ent_id = e.id where e.demo_ends_at is null) as used
      left join embedding_space s on s.ent_id = used.id and s.base_url = used.base_url and s.model = used.model
        and s.retired_at is null
    where used.model <> '' and used.base_url <> ''
      and (s.held_until is null or s.held_until <= ${at}) and (s.retry_at is null or s.retry_at <= ${at})
      and (exists (select 1 from knowledge_piece where ent_id = used.id and space_id is null offset 0)
        or ${edgeSpace(sql`asc`)} < coalesce(s.id, ${NO_SPACE}) or ${edgeSpace(sql`desc`)} > s.id)
    order by s.held_until nulls first, used.id
    limit ${LISTED}`)
  return rows.map(({ id }) => id.replaceAll('-', '') as EntId)
}

/** The lowest or highest space of an enterprise's vectors. Ordered, so that an index answers: `exists` with a range is planned as a scan. */
const edgeSpace = (direction: SQL) =>
  sql`(select space_id from knowledge_piece where ent_id = used.id and space_id is not null order by space_id ${direction} limit 1)`

/** More than one, so that an enterprise that fails does not block the others. */
const LISTED = 20
/** Greater than any space id (int4 maximum). */
const NO_SPACE = 2_147_483_647
