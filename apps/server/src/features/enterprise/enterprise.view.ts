import type { Enterprise } from '@ruwu/contract'
import type { EnterpriseRow } from './enterprise.repo.ts'

export function toEnterprise(row: EnterpriseRow): Enterprise {
  return {
    entId: row.id,
    name: row.name,
    shortName: row.shortName,
    timezone: row.timezone,
    createdAt: row.createdAt.toISOString(),
  }
}
