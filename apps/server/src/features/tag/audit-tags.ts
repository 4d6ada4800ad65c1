import { type AuditValues, TAG_COLOR_LABELS, tagRuleText } from '@ruwu/domain'
import type { Queryable } from '../../db/database.ts'
import { writeAudit } from '../../platform/audit.repo.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { getTag, type TagRow } from './tag.repo.ts'

/** The fields of a tag that the audit log compares. */
export const auditedTag = ({ name, color, groupName, description, rule, aiPrompt }: TagRow): AuditValues => ({
  name,
  color: TAG_COLOR_LABELS[color],
  group: groupName,
  description,
  rule: rule && tagRuleText(rule),
  aiPrompt,
})

/** Of tags that were changed, with their rows from before. */
export async function auditEdits(sql: Queryable, caller: Caller, before: readonly TagRow[], now: Date): Promise<void> {
  for (const row of before) {
    const after = auditedTag(await getTag(sql, caller.entId, row.id))
    const entry = { action: 'tag.edit', object: row.id, name: row.name, before: auditedTag(row), after } as const
    await writeAudit(sql, caller, entry, now)
  }
}

export async function auditRemovals(sql: Queryable, caller: Caller, rows: readonly TagRow[], now: Date): Promise<void> {
  for (const row of rows) await writeAudit(sql, caller, { action: 'tag.remove', object: row.id, name: row.name }, now)
}
