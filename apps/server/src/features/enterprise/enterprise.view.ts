import type { Enterprise } from '@ruwu/contract'
import type { EnterpriseRow } from './enterprise.repo.ts'

export function toEnterprise(row: EnterpriseRow): Enterprise {
  return {
    entId: row.id,
    name: row.name,
    shortName: row.shortName,
    logo: row.logo,
    industry: row.industry,
    scale: row.scale,
    region: row.region,
    contact: row.contact,
    phone: row.phone,
    timezone: row.timezone,
    watermark: row.watermark,
    retentionDays: row.retentionDays,
    closesAt: row.closesAt?.toISOString() ?? null,
    automationPausedAt: row.automationPausedAt?.toISOString() ?? null,
    isCertified: row.certifiedAt !== null,
    createdAt: row.createdAt.toISOString(),
    version: row.version,
    updatedBy: row.updatedBy,
    updatedAt: row.updatedAt?.toISOString() ?? null,
  }
}
