import type { BuiltinRole, EntId, RoleId } from '@ruwu/contract'
import type { Queryable } from '../../db/database.ts'
import { insertEnterprise } from '../enterprise/index.ts'
import { openPointAccount } from '../points/index.ts'
import { insertBuiltinRoles } from '../role/index.ts'
import { insertDefaultTags } from '../tag/index.ts'

type NewEnterprise = {
  id: EntId
  name: string
  shortName?: string
  points?: number
  certifiedAt?: Date
  demoEndsAt?: Date
}

/** What every enterprise begins with: roles, tags, points. Returns its roles; undefined when the id exists already. */
export async function createEnterprise(
  db: Queryable,
  { points, ...row }: NewEnterprise,
  now: Date,
): Promise<Record<BuiltinRole, RoleId> | undefined> {
  if (!(await insertEnterprise(db, { ...row, createdAt: now }))) return undefined
  await insertDefaultTags(db, row.id, now)
  await openPointAccount(db, row.id, now, points)
  return insertBuiltinRoles(db, row.id, now)
}
