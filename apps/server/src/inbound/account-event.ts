import type { InboundEvent } from '../channels/source.ts'

/** An event about an account itself; handling it may ask the platform. */
export type AccountEvent = Extract<InboundEvent, { kind: 'account_bound' | 'account_unbound' | 'kos_changed' }>

const ACCOUNT_KINDS: ReadonlySet<string> = new Set<AccountEvent['kind']>([
  'account_bound',
  'account_unbound',
  'kos_changed',
])

export const isAccountEvent = (event: InboundEvent): event is AccountEvent => ACCOUNT_KINDS.has(event.kind)
