import type { AgentId, FieldValue, Stage, StageId } from '@ruwu/contract'
import { fieldText, hidesValue, isEmptyValue } from '@ruwu/domain'
import { newId } from '../platform/ids.ts'
import type { FieldRow } from '../customer/customer-setting.repo.ts'
import { toField } from '../customer/customer-setting.view.ts'
import type { CustomerChange } from '../customer/customer-change.ts'

/** Labels of the built-in fields in the change log. */
export const PROFILE_LABELS = { remark: '备注名', city: '城市', country: '国家/地区', stageId: '阶段' } as const

type Change = { field: string; before: string; after: string; isSensitive?: boolean; by: AgentId | null }

/** Adds an entry to the change log. */
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

/** Moves the customer to one of the enterprise's stages, which the caller keeps from changing; null: to the first. */
export function setStage(
  change: CustomerChange,
  stages: readonly Stage[],
  to: StageId | null,
  by: AgentId | null,
  now: Date,
): void {
  const nameOf = (id: StageId | null) => stages.find((stage) => stage.id === id)?.name ?? ''
  const [before, after] = [nameOf(change.customer.stageId), nameOf(to)]
  change.customer.stageId = to
  noteChange(change, { field: PROFILE_LABELS.stageId, before, after, by }, now)
}

/** Sets a text of the panel. False: it had this value already. */
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

/**
 * Sets one of the enterprise's own fields; an empty value removes it. The caller has validated the value. False: no
 * change.
 */
export function setField(
  change: CustomerChange,
  field: FieldRow,
  value: FieldValue,
  by: AgentId | null,
  now: Date,
): boolean {
  const { fields } = change.customer
  const [before, after] = [fieldText(fields[field.id]), isEmptyValue(value) ? '' : fieldText(value)]
  if (before === after) return false
  const { [field.id]: _, ...others } = fields
  change.customer.fields = after === '' ? others : { ...others, [field.id]: value }
  noteChange(change, { field: field.name, before, after, isSensitive: hidesValue(toField(field)), by }, now)
  return true
}
