import type { Topic } from '@ruwu/contract'
import type { MemberRow, TopicRow } from './topic.repo.ts'
import { peerOf, viewedId } from './topic-id.ts'

type TopicContext = {
  viewerId: string
  /** Owner and admins only; other members are only counted. */
  admins: readonly MemberRow[]
  memberCount: number
  lastReadSeq: number
  /** The other end of a DM; `remark` is the viewer's own name for it. */
  peer: { name: string; avatar: string; remark: string } | undefined
  now: Date
}

export function toTopic(row: TopicRow, { viewerId, admins, memberCount, lastReadSeq, peer, now }: TopicContext): Topic {
  const peerId = peerOf(row, viewerId)
  const isSilent = row.silentUntil !== null && row.silentUntil > now
  return {
    id: viewedId(row, viewerId),
    name: peer?.name ?? row.name,
    icon: peer?.avatar ?? row.icon,
    kind: row.category,
    remark: peer?.remark ?? '',
    ownerId: peerId === undefined ? row.ownerId : viewerId,
    ...(peerId === undefined ? {} : { attendeeId: peerId, attendee: peerId }),
    admins: admins.filter((member) => member.role === 'admin').map((member) => member.userId),
    members: memberCount,
    lastSeq: row.lastSeq,
    lastReadSeq,
    multiple: row.kind !== 'dm',
    private: row.isPrivate,
    source: '',
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    ...(row.notice ? { notice: row.notice } : {}),
    silent: isSilent,
    muted: isSilent,
    extra: row.extra,
  }
}
