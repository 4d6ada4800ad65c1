import type { AgentId, FieldValue } from '@ruwu/contract'
import { fieldText, hidesValue } from '@ruwu/domain'
import { newId } from '../platform/ids.ts'
import { type FieldRow, toField } from '../features/customer-setting/index.ts'
import type { Case } from '../customer/customer-change.ts'

/** What is known of every customer, by the names people know it by. */
export const PROFILE_LABELS = { remark: '备注名', city: '城市', country: '国家/地区', stageId: '阶段' } as const

type Change = { field: string; before: string; after: string; isSensitive?: boolean; by: AgentId | null }

/** Written down for whoever wonders later where a value came from. */
export function noteChange(of: Case, { field, before, after, isSensitive = false, by }: Change, now: Date): void {
  const { entId, id: customerId } = of.customer
  of.additions.changes.push({
    entId,
    id: newId<string>(now),
    customerId,
    field,
    before,
    after,
    isSensitive,
    agentId: by,
    at: now,
  })
}

/** One of the plain texts of the panel. False: it said that already. */
export function setText(
  of: Case,
  key: 'remark' | 'city' | 'country',
  value: string,
  by: AgentId | null,
  now: Date,
): boolean {
  const before = of.customer[key]
  if (before === value) return false
  of.customer[key] = value
  noteChange(of, { field: PROFILE_LABELS[key], before, after: value, by }, now)
  return true
}

/** One of the enterprise's own fields; an empty value takes it away. The value was checked before. */
export function setField(of: Case, field: FieldRow, value: FieldValue, by: AgentId | null, now: Date): boolean {
  const { fields } = of.customer
  const [before, after] = [fieldText(fields[field.id]), fieldText(value)]
  if (before === after) return false
  const { [field.id]: _, ...others } = fields
  of.customer.fields = after === '' ? others : { ...others, [field.id]: value }
  noteChange(of, { field: field.name, before, after, isSensitive: hidesValue(toField(field)), by }, now)
  return true
}
