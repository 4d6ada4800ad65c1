import type { AgentId, MessageId } from '@ruwu/contract'
import type { Queryable } from '../db/database.ts'
import type { Case } from './customer-change.ts'

/** Something a customer gave us in which there may be a way to reach them. */
export type Captured = { change: Case; messageId: MessageId } & (
  | { from: 'text'; text: string }
  | { from: 'card'; fields: readonly { label: string; value: string }[] }
  /** What the AI asked them for. */
  | { from: 'ai'; kind: 'phone' | 'wechat'; value: string }
  /** They copied the number of ours: a trace of interest, without a value. */
  | { from: 'copy' }
)

/** Who makes leads of it, in the transaction that stores the messages and before they are saved. */
export type LeadKeeper = {
  capture(db: Queryable, captured: readonly Captured[], now: Date): Promise<void>
  /** A person answered: what was new is being followed. */
  follow(db: Queryable, of: Case, by: AgentId | null, now: Date): Promise<void>
}
