import type { ActionResult, CustomerId, EntId, FlowId, MessageId } from '@ruwu/contract'
import type { AutomaticKind } from '@ruwu/domain'
import type { CustomerChange } from '../../customer/customer-change.ts'
import type { CustomerWriter } from '../../customer/customer-writer.ts'
import type { Database, Transaction } from '../../db/database.ts'
import type { AutomaticSender, Expected, FindSendingAccount } from '../../outbound/index.ts'
import type { Clock } from '../../platform/clock.ts'

export type ActionDeps = {
  db: Database
  clock: Clock
  writer: CustomerWriter
  automatic: AutomaticSender
  findAccount: FindSendingAccount
  /** Begins a run of the flow in the caller's transaction; refuses one that is not published for the customer's account. */
  startFlow(tx: Transaction, change: CustomerChange, flowId: FlowId, now: Date): Promise<void>
}

/** On whose behalf an action is done. */
export type ActionContext = {
  entId: EntId
  customerId: CustomerId
  /** As people read it in lines of the thread: 规则「报价」. */
  name: string
  /** Kind of its messages, for the guard. */
  kind: AutomaticKind
  /** Guard of its messages: the state of the customer they were decided for. */
  expected: Expected
}

/** `error` says why an action was not done. */
export type ActionDone = { result: ActionResult; error: string; messageId?: MessageId }

/** The customer under its row lock. */
export type Acting = { tx: Transaction; change: CustomerChange; now: Date }

export const DONE: ActionDone = { result: 'done', error: '' }
export const skipped = (error: string): ActionDone => ({ result: 'skipped', error })
