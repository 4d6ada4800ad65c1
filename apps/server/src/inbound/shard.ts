import { createHash } from 'node:crypto'
import type { InboundEvent } from '../channels/source.ts'

/** Number of shards of stored calls; one worker at a time applies a shard. */
const SHARDS = 8

/**
 * By the customer's platform id, so that the calls of one conversation keep their order. Events without it go by
 * `accountId`; a recall that thereby overtakes its message is held as pending.
 */
export function shardOf([event]: readonly InboundEvent[]): number {
  if (!event) return 0
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
