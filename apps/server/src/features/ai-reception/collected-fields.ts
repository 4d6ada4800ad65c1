import type { MessageId } from '@ruwu/contract'
import { and, eq } from 'drizzle-orm'
import type { Transaction } from '../../db/database.ts'
import { customerMessage } from '../../db/schema/index.ts'
import type { Memory } from '../../engine/index.ts'
import { type CustomerKey, type Desk, type LeadKeeper, lockCase, setText } from '../../customer/index.ts'
import type { FieldRow } from '../customer-setting/index.ts'
import { fillField } from '../lead/index.ts'

type Collected = {
  key: CustomerKey
  /** By the keys of the fields; what was known before is left out. */
  values: Record<string, string>
  fields: readonly FieldRow[]
  /** The message they were said in. */
  seq: number
}

/** What becomes a lead. */
export const CONTACTS = ['phone', 'wechat'] as const

/** What is known now and was not before. */
export const newValues = (before: Memory, after: Memory): Record<string, string> =>
  Object.fromEntries(Object.entries(after.collected).filter(([key, value]) => before.collected[key] !== value))

/** Writes to the customer what the AI learned: only where nothing stands yet, and only fields the enterprise lets it fill. */
export async function keepCollected(
  tx: Transaction,
  { desk, leads }: { desk: Desk; leads: LeadKeeper },
  { key, values, fields, seq }: Collected,
  now: Date,
): Promise<void> {
  if (Object.keys(values).length === 0) return
  const of = await lockCase(tx.sql, key.entId, key.customerId)
  if (!of) return
  const { city } = values
  if (city && of.customer.city === '' && setText(of, 'city', city, null, now))
    of.events.push({ type: 'agent_update_customer_info', changed: { city }, operatorId: null })
  for (const field of fields) {
    const value = values[field.id]
    if (value && field.aiFill && field.enabled) fillField(of, field, value, { overwrite: 'empty', by: null }, now)
  }
  const contacts = CONTACTS.flatMap((kind) => (values[kind] ? [{ kind, value: values[kind] }] : []))
  if (contacts.length > 0) {
    const messageId = await findMessage(tx, key, seq)
    const captured = contacts.map((contact) => ({ of, messageId, from: 'ai' as const, ...contact }))
    await leads.capture(tx.sql, captured, now)
  }
  if (of.events.length > 0) await desk.save(tx, [of], now)
}

async function findMessage(tx: Transaction, { entId, customerId }: CustomerKey, seq: number): Promise<MessageId> {
  const [row] = await tx.sql
    .select({ id: customerMessage.id })
    .from(customerMessage)
    .where(
      and(eq(customerMessage.entId, entId), eq(customerMessage.customerId, customerId), eq(customerMessage.seq, seq)),
    )
  if (!row) throw new Error('the message that is answered is missing')
  return row.id
}
