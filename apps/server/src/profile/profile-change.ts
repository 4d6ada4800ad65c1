import type { AgentId, FieldValue } from '@ruwu/contract'
import { fieldText, hidesValue } from '@ruwu/domain'
import { newId } from '../platform/ids.ts'
import type { FieldRow } from '../customer/customer-setting.repo.ts'
import { toField } from '../customer/customer-setting.view.ts'
import type { CustomerChange } from '../customer/customer-change.ts'

/** What is known of every customer, by the names people know it by. */
export const PROFILE_LABELS = { remark: '备注名', city: '城市', country: '国家/地区', stageId: '阶段' } as const

type Change = { field: string; before: string; after: string; isSensitive?: boolean; by: AgentId | null }

/** Written down for whoever wonders later where a value came from. */
export function noteChange(
  change: CustomerChange,
  { field, before, after, isSensitive = false, by }: Change,
  now: Date,
): void {
  const { entId, id: customerId } = change.customer
  change.additions.changes.push({
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
  change: CustomerChange,
  key: 'remark' | 'city' | 'country',
  value: string,
  by: AgentId | null,
  now: Date,
): boolean {
  const before = change.customer[key]
  if (before === value) return false
  change.customer[key] = value
  noteChange(change, { field: PROFILE_LABELS[key], before, after: value, by }, now)
  return true
}

/** One of the enterprise's own fields; an empty value takes it away. The value was checked before. */
export function setField(
  change: CustomerChange,
  field: FieldRow,
  value: FieldValue,
  by: AgentId | null,
  now: Date,
): boolean {
  const { fields } = change.customer
  const [before, after] = [fieldText(fields[field.id]), fieldText(value)]
  if (before === after) return false
  const { [field.id]: _, ...others } = fields
  change.customer.fields = after === '' ? others : { ...others, [field.id]: value }
  noteChange(change, { field: field.name, before, after, isSensitive: hidesValue(toField(field)), by }, now)
  return true
}
