import type { AccountView, CustomerRowView } from './account.ts'
import type { AuthoriseView } from './authorise.ts'
import type { ClockView, KnobView, RunView, ScriptView } from './control.ts'
import type { MerchantView } from './merchant.ts'
import type { PhoneView } from './phone.ts'
import type { Source } from './source.ts'

export type JournalEntry = {
  n: number
  /** The simulator's clock, ISO. */
  at: string
  /** in: a call that reached the simulator; out: a delivery of the simulator. */
  direction: 'in' | 'out'
  source: Source
  accountId: string | null
  /** What happened in one word: the event, or the call's last path part. */
  name: string
  method: string
  path: string
  headers: Record<string, string>
  body: string
  /** Answer of either side; null when none came. */
  answer: { status: number; body: string } | null
  /** For out: 1 for the first try. */
  attempt: number
  /** Knobs and enforcement that took part, e.g. `hook.duplicate` or `strict: unknown field foo`. */
  notes: string[]
}

export type OutboxView = {
  deliveryId: string
  source: Source
  name: string
  path: string
  attempts: number
  dueAt: string
  state: 'waiting' | 'sending' | 'retrying'
}

export type IndexView = {
  now: string
  seed: number
  webhookTarget: string
  accounts: AccountView[]
  customers: CustomerRowView[]
  knobs: KnobView[]
  clock: ClockView
  scripts: ScriptView[]
  runs: RunView[]
  /** The newest entries, oldest first. */
  journal: JournalEntry[]
  journalLast: number
  counts: { delivered: number; refused: number; retried: number; givenUp: number; waiting: number }
}

/** What pages may read; `undefined` where the account does not exist. */
export type PageData = {
  index(): IndexView
  phone(source: Source, accountId: string, customerId: string): PhoneView | undefined
  merchant(source: Source, accountId: string): MerchantView | undefined
  authorise(source: Source, query: Record<string, string>): AuthoriseView
}
