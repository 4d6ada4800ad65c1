import type { CustomerSetting, EntId, StageId } from '@ruwu/contract'
import { DEFAULT_CUSTOMER_SETTING, DEFAULT_STAGES } from '@ruwu/domain'
import { asc, eq, sql } from 'drizzle-orm'
import type { Queryable } from '../db/database.ts'
import { customerField, customerSetting, enterprise } from '../db/schema/index.ts'
import { derivedId } from '../platform/ids.ts'

export type FieldRow = typeof customerField.$inferSelect

/** 手机号脱敏显示 in a query that joins the setting; on where there is none. */
export const MASKS_PHONES = sql<boolean>`coalesce((${customerSetting.setting} ->> 'maskPhone')::boolean, true)`

/** The enterprise's setting, or the default. */
export async function readCustomerSetting(db: Queryable, entId: EntId): Promise<CustomerSetting> {
  const [row] = await db
    .select({ setting: customerSetting.setting, version: customerSetting.version })
    .from(customerSetting)
    .where(eq(customerSetting.entId, entId))
  return row
    ? // A setting that was stored before it had this switch.
      { ...row.setting, linkStage: row.setting.linkStage ?? DEFAULT_CUSTOMER_SETTING.linkStage, version: row.version }
    : { ...DEFAULT_CUSTOMER_SETTING, stages: defaultStages(entId), version: 0 }
}

/** Derived ids are stable, so customers can refer to default stages before the setting is saved. */
const defaultStages = (entId: EntId): CustomerSetting['stages'] =>
  DEFAULT_STAGES.map(({ name, color }, position) => ({
    id: derivedId<StageId>(entId, 'stage', name),
    name,
    color,
    position,
  }))

/** Includes disabled fields: their values stay readable. */
export const listFields = (db: Queryable, entId: EntId): Promise<FieldRow[]> =>
  db
    .select()
    .from(customerField)
    .where(eq(customerField.entId, entId))
    .orderBy(asc(customerField.position), asc(customerField.id))

/**
 * Keeps the enterprise's stages and fields from changing until commit; the settings page locks the same row
 * exclusively. Lock order: customer first.
 */
export async function shareCustomerSetting(db: Queryable, entId: EntId): Promise<void> {
  await db.select({ id: enterprise.id }).from(enterprise).where(eq(enterprise.id, entId)).for('share')
}

/** Before another stage becomes the first: customers without a stage stay where they stood. Locks in id order, as other changes do. */
export async function settleAtStart(db: Queryable, entId: EntId, start: StageId, now: Date): Promise<void> {
  await db.execute(sql`with unmoved as materialized (
      select id from customer where ent_id = ${entId} and stage_id is null and erased_at is null order by id for no key update
    )
    update customer c set stage_id = ${start}, version = c.version + 1, updated_at = ${now}
    from unmoved u where c.ent_id = ${entId} and c.id = u.id and c.stage_id is null`)
}
