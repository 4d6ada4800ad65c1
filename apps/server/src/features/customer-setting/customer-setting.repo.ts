import type { CustomerSetting, EntId, StageId } from '@ruwu/contract'
import { DEFAULT_CUSTOMER_SETTING, DEFAULT_STAGES } from '@ruwu/domain'
import { asc, eq } from 'drizzle-orm'
import type { Queryable } from '../../db/database.ts'
import { customerField, customerSetting } from '../../db/schema/index.ts'
import { derivedId } from '../../platform/ids.ts'

export type FieldRow = typeof customerField.$inferSelect

/** What the enterprise chose, or else what every enterprise begins with. */
export async function readCustomerSetting(db: Queryable, entId: EntId): Promise<CustomerSetting> {
  const [row] = await db
    .select({ setting: customerSetting.setting })
    .from(customerSetting)
    .where(eq(customerSetting.entId, entId))
  return row?.setting ?? { ...DEFAULT_CUSTOMER_SETTING, stages: defaultStages(entId) }
}

/** Their ids are the same every time, so that a customer can be in one before anybody has changed anything. */
const defaultStages = (entId: EntId): CustomerSetting['stages'] =>
  DEFAULT_STAGES.map(({ name, color }, position) => ({
    id: derivedId<StageId>(entId, 'stage', name),
    name,
    color,
    position,
  }))

/** Disabled ones too: their values stay readable. */
export const listFields = (db: Queryable, entId: EntId): Promise<FieldRow[]> =>
  db
    .select()
    .from(customerField)
    .where(eq(customerField.entId, entId))
    .orderBy(asc(customerField.position), asc(customerField.id))
