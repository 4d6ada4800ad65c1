import type { CustomerItem } from '@ruwu/contract'

type Situation = {
  /** The newest message is visible in a focused window. */
  isSeen: boolean
  /** 回复后才标为已读. */
  readAfterReply: boolean
}

type Read = Pick<CustomerItem, 'unread' | 'readSeq' | 'lastSeq' | 'lastMessage'>

/** The sequence number up to which the customer is to be marked as read; undefined without a change. */
export function readUpTo(customer: Read, { isSeen, readAfterReply }: Situation): number | undefined {
  if (!isSeen) return undefined
  if (readAfterReply && customer.lastMessage?.senderKind !== 'human') return undefined
  return customer.unread > 0 || customer.lastSeq > customer.readSeq ? customer.lastSeq : undefined
}
