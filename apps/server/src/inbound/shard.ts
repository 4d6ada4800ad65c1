import { createHash } from 'node:crypto'
import type { InboundEvent } from '../channels/source.ts'

/** Into how many parts the incoming calls are divided; each is applied by one worker at a time. */
const SHARDS = 8

/** Everything between one account and one person falls into one shard, so that its order is kept. */
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
