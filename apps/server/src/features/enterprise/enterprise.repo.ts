import type { EntId } from '@ruwu/contract'
import { eq } from 'drizzle-orm'
import type { Queryable } from '../../db/database.ts'
import { enterprise } from '../../db/schema/index.ts'
import { NotFoundError } from '../../platform/http/errors.ts'

export type EnterpriseRow = typeof enterprise.$inferSelect

export async function getEnterprise(db: Queryable, entId: EntId): Promise<EnterpriseRow> {
  const [row] = await db.select().from(enterprise).where(eq(enterprise.id, entId))
  if (!row) throw new NotFoundError('企业')
  return row
}
