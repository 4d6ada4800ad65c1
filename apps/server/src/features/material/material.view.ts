import type { Material } from '@ruwu/contract'
import type { MaterialWithSource } from './material.repo.ts'

export function toMaterial(row: MaterialWithSource): Material {
  return {
    id: row.id,
    relationId: row.relationId,
    source: row.source,
    type: row.type,
    name: row.name,
    title: row.title,
    subtitle: row.subtitle,
    image: row.image,
    channel: row.channel,
    number: row.number,
    agentIds: row.agentIds,
    fields: row.fields,
    buttonText: row.buttonText,
    afterText: row.afterText,
    url: row.url,
    expireAt: row.expireAt?.toISOString() ?? null,
    enabled: row.enabled,
    platformId: row.platformId,
    isRemoved: row.isRemoved,
    auditStatus: row.isReviewedAgain ? 'pending' : row.auditStatus,
    auditReason: row.auditReason,
    sent: row.sent,
    clicked: row.clicked,
    submitted: row.submitted,
    version: row.version,
    updatedAt: row.updatedAt.toISOString(),
  }
}
