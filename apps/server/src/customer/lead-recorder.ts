import type { AgentId, MessageId } from '@ruwu/contract'
import type { Queryable } from '../db/database.ts'
import type { CustomerChange } from './customer-change.ts'

/** A message or form of a customer that may hold a contact. */
export type CapturedContact = { change: CustomerChange; messageId: MessageId } & (
  | { from: 'text'; text: string }
  | { from: 'card'; fields: readonly { label: string; value: string }[] }
  /** Collected by the AI. */
  | { from: 'ai'; kind: 'phone' | 'wechat'; value: string }
  /** The customer copied our WeChat id: a lead without a value. */
  | { from: 'copy' }
)

/** An agent's message that reached the customer; without an agent it was sent in the platform's own app. */
export type HumanReply = { agentId: AgentId | null; at: Date }

/** Records leads in the transaction that stores the messages, before the change is committed; implemented by features/lead. */
export type LeadRecorder = {
  capture(db: Queryable, captured: readonly CapturedContact[], now: Date): Promise<void>
  /** An agent's answer arrived: leads that were new when it was written become followed ones. */
  follow(db: Queryable, change: CustomerChange, reply: HumanReply, now: Date): Promise<void>
}
