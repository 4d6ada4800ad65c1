import type { Fields } from '../http/fields.ts'
import type { InboundEvent, RefusalReason } from '../source.ts'
import type { Assumptions } from './assumptions.ts'
import type { RedbookBinding } from './bind.ts'
import type { RedbookCrypto } from './crypto.ts'

/** A call of the platform, parsed, with what is needed to open it. */
export type Delivery = {
  body: Fields
  /** The raw text, for keys of calls that carry no id. */
  text: string
  /** The signature covers the whole call, what is not encrypted included. */
  isSigned: boolean
  receivedAt: Date
  crypto: RedbookCrypto
  binding: RedbookBinding
  assumptions: Assumptions
}

export type Reading = { dedupeKey: string; events: InboundEvent[] } | RefusalReason
