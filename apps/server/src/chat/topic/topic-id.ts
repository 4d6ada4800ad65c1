import { USER_ID_PATTERN } from '@ruwu/contract'

/** What a client's topic id refers to. */
type TopicRef =
  | { kind: 'dm'; peerId: string }
  | { kind: 'other'; id: string }
  | { kind: 'forbidden' }
  | { kind: 'unknown' }

const OWN_ID = /^[0-9a-f]{32}$/

/** `a:b` is the caller's DM with the other end, in either order; an id without a colon is an internal one. */
export function readTopicId(id: string, callerId: string): TopicRef {
  if (!id.includes(':')) return OWN_ID.test(id) ? { kind: 'other', id } : { kind: 'unknown' }
  const ends = id.split(':')
  const [a, b] = ends
  if (ends.length !== 2 || !a || !b || !USER_ID_PATTERN.test(a) || !USER_ID_PATTERN.test(b)) return { kind: 'unknown' }
  if (a === callerId) return { kind: 'dm', peerId: b }
  if (b === callerId) return { kind: 'dm', peerId: a }
  return { kind: 'forbidden' }
}

type DmEnds = { low: string; high: string }

/** The two ends in byte order, as the database compares them. */
export function dmEnds(a: string, b: string): DmEnds {
  return Buffer.compare(Buffer.from(a), Buffer.from(b)) <= 0 ? { low: a, high: b } : { low: b, high: a }
}

type Ends = { id: string; low: string | null; high: string | null }

export const peerOf = ({ low, high }: Ends, viewerId: string): string | undefined =>
  low === null || high === null ? undefined : low === viewerId ? high : low

/** The topic id on the wire: for a DM `viewer:peer`, from the viewer's side. */
export function viewedId(topic: Ends, viewerId: string): string {
  const peer = peerOf(topic, viewerId)
  return peer === undefined ? topic.id : `${viewerId}:${peer}`
}
