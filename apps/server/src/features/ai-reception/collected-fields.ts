import { type CustomerKey, lockCustomer } from '../../customer/customer-change.repo.ts'
import type { CustomerWriter } from '../../customer/customer-writer.ts'
import type { LeadRecorder } from '../../customer/lead-recorder.ts'
import { setText } from '../../profile/index.ts'
import type { Transaction } from '../../db/database.ts'
import type { Memory } from '../../engine/index.ts'
import type { FieldRow } from '../../customer/customer-setting.repo.ts'
import { fillField } from '../lead/index.ts'
import { CONTACT_KINDS, findMessageBySeq } from './situation.repo.ts'

type Collected = {
  key: CustomerKey
  /** New values by field key. */
  values: Record<string, string>
  fields: readonly FieldRow[]
  /** Seq of the message that contained them. */
  seq: number
}

/** Collected values that are new or changed. */
export const newValues = (before: Memory, after: Memory): Record<string, string> =>
  Object.fromEntries(Object.entries(after.collected).filter(([key, value]) => before.collected[key] !== value))

/** Stores collected values on the customer: only into empty fields, and only those the enterprise lets the AI fill. */
export async function saveCollected(
  tx: Transaction,
  { writer, leads }: { writer: CustomerWriter; leads: LeadRecorder },
  { key, values, fields, seq }: Collected,
  now: Date,
): Promise<void> {
  if (Object.keys(values).length === 0) return
  const change = await lockCustomer(tx.sql, key.entId, key.customerId)
  if (!change) return
  const { city } = values
  if (city && change.customer.city === '' && setText(change, 'city', city, null, now))
    change.events.push({ type: 'agent_update_customer_info', changed: { city }, operatorId: null })
  for (const field of fields) {
    const value = values[field.id]
    if (value && field.aiFill && field.enabled) fillField(change, field, value, { overwrite: 'empty', by: null }, now)
  }
  const contacts = CONTACT_KINDS.flatMap((kind) => (values[kind] ? [{ kind, value: values[kind] }] : []))
  if (contacts.length > 0) {
    const message = await findMessageBySeq(tx.sql, key, seq)
    if (!message) throw new Error('the message that is answered is missing')
    const captured = contacts.map((contact) => ({ change, messageId: message.id, from: 'ai' as const, ...contact }))
    await leads.capture(tx.sql, captured, now)
  }
  if (change.events.length > 0) await writer.commit(tx, [change], now)
}
