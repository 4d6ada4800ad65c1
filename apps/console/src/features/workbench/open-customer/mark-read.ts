import type { CustomerItem } from '@ruwu/contract'

type Situation = {
  /** The thread shows its newest message to somebody. */
  isSeen: boolean
  /** 回复后才标为已读. */
  readAfterReply: boolean
}

type Read = Pick<CustomerItem, 'unread' | 'readSeq' | 'lastSeq' | 'lastMessage'>

/** Up to where a customer counts as read now; undefined when nothing changes. */
export function readUpTo(customer: Read, { isSeen, readAfterReply }: Situation): number | undefined {
  if (!isSeen) return undefined
  if (readAfterReply && customer.lastMessage?.senderKind !== 'human') return undefined
  return customer.unread > 0 || customer.lastSeq > customer.readSeq ? customer.lastSeq : undefined
}
