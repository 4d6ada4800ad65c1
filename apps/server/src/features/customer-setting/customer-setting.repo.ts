import type { CustomerSetting, EntId, FieldId, StageId } from '@ruwu/contract'
import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import type { FieldRow } from '../../customer/customer-setting.repo.ts'
import type { Queryable } from '../../db/database.ts'
import { array } from '../../db/rows.ts'
import { customer, customerField, customerSetting, enterprise } from '../../db/schema/index.ts'

type NewField = typeof customerField.$inferInsert

/** Serialises changes of one enterprise's fields and stages, and waits for customers that are moved to a stage. */
export async function lockCustomerSetting(db: Queryable, entId: EntId): Promise<void> {
  await db.select({ id: enterprise.id }).from(enterprise).where(eq(enterprise.id, entId)).for('no key update')
}

export async function insertFields(db: Queryable, rows: NewField[]): Promise<FieldRow[]> {
  return db.insert(customerField).values(rows).returning()
}

/** Optimistic lock: undefined when the version differs. */
export async function updateField(
  db: Queryable,
  { entId, id }: { entId: EntId; id: FieldId },
  version: number,
  change: Partial<NewField>,
): Promise<FieldRow | undefined> {
  const [saved] = await db
    .update(customerField)
    .set({ ...change, version: sql`${customerField.version} + 1` })
    .where(and(eq(customerField.entId, entId), eq(customerField.id, id), eq(customerField.version, version)))
    .returning()
  return saved
}

export async function placeFields(db: Queryable, entId: EntId, ids: readonly FieldId[]): Promise<void> {
  await db.execute(sql`
    update customer_field f set position = t.position - 1
    from unnest(${array(ids, (id) => id)}::uuid[]) with ordinality as t(id, position)
    where f.ent_id = ${entId} and f.id = t.id`)
}

/** Who changed the setting last; undefined before the first change. */
export async function findSettingRow(db: Queryable, entId: EntId) {
  const [row] = await db.select().from(customerSetting).where(eq(customerSetting.entId, entId))
  return row
}

/** Optimistic lock, version 0 being no row: undefined when the stored version differs. */
export async function saveSetting(
  db: Queryable,
  version: number,
  row: Omit<typeof customerSetting.$inferInsert, 'version'>,
): Promise<CustomerSetting | undefined> {
  const [saved] =
    version === 0
      ? await db.insert(customerSetting).values(row).onConflictDoNothing().returning()
      : await db
          .update(customerSetting)
          .set({ ...row, version: sql`${customerSetting.version} + 1` })
          .where(and(eq(customerSetting.entId, row.entId), eq(customerSetting.version, version)))
          .returning()
  return saved && { ...saved.setting, version: saved.version }
}

/** One of the stages in which there are customers; undefined without any. Customers without a stage are in `start`. */
export async function findUsedStage(
  db: Queryable,
  entId: EntId,
  stageIds: readonly StageId[],
  start: StageId | undefined,
): Promise<StageId | undefined> {
  if (stageIds.length === 0) return undefined
  const isUsed = inArray(customer.stageId, [...stageIds])
  const [row] = await db
    .select({ stageId: customer.stageId })
    .from(customer)
    .where(
      and(
        eq(customer.entId, entId),
        isNull(customer.erasedAt),
        start && stageIds.includes(start) ? or(isUsed, isNull(customer.stageId)) : isUsed,
      ),
    )
    .limit(1)
  return row && (row.stageId ?? start)
}
