import { createHash } from 'node:crypto'
import type { InboundEvent } from '../channels/source.ts'
import { isAccountEvent } from './account-event.ts'

/** Number of shards of conversation calls; one worker at a time applies a shard. */
const SHARDS = 8

/** Calls about accounts are kept apart: they may wait for the platform, and no message waits for them. */
export const ACCOUNT_SHARD = SHARDS

/**
 * By the customer's platform id, so that the calls of one conversation keep their order. Events without it go by
 * `accountId`; a recall that thereby overtakes its message is held as pending.
 */
export function shardOf(events: readonly InboundEvent[]): number {
  const [event] = events
  if (!event) return 0
  if (events.some(isAccountEvent)) return ACCOUNT_SHARD
  const digest = createHash('md5')
    .update(`${event.source} ${peerOf(event)}`)
    .digest()
  return digest.readUInt16BE(0) % SHARDS
}

function peerOf(event: InboundEvent): string {
  if ('from' in event) return event.from.platformId
  if (event.kind === 'echo') return event.to.platformId
  if (event.kind === 'recall') return event.by === 'customer' ? event.peerId : event.accountId
  return event.accountId
}
