import type { Content, CustomerId, CustomerMessage, MessageId, MessageStatus, SenderKind, Source } from '@ruwu/contract'
import { maskContacts, SOURCE_LABELS } from '@ruwu/domain'

export type MessageParts = {
  id: MessageId
  customerId: CustomerId
  chatId: string
  seq: number
  senderId: string
  senderKind: SenderKind
  isFromApp: boolean
  content: Content
  createdAt: Date
  updatedAt: Date
  platformTime: Date | null
  status: MessageStatus
  failKind: string | null
  failMsg: string | null
  isRead: boolean
  isRecalled: boolean
  sender: { customerName: string; agentName: string | null; source: Source }
}

export const toCustomerMessage = (of: MessageParts): CustomerMessage => ({
  id: of.id,
  chatId: of.chatId,
  topicId: of.customerId,
  seq: of.seq,
  senderId: of.senderId,
  senderKind: of.senderKind,
  senderName: senderName(of),
  content: of.content,
  createdAt: of.createdAt.toISOString(),
  updatedAt: of.updatedAt.toISOString(),
  platformTime: of.platformTime?.toISOString() ?? null,
  status: of.status,
  ...(of.failKind ? { failKind: of.failKind, failMsg: of.failMsg ?? '' } : {}),
  read: of.isRead,
  recall: of.isRecalled,
})

function senderName({ senderKind, isFromApp, sender }: MessageParts): string {
  switch (senderKind) {
    case 'customer':
      return sender.customerName
    case 'human':
      return isFromApp ? `来自${SOURCE_LABELS[sender.source]}App` : (sender.agentName ?? '')
    case 'ai':
      return 'AI'
    case 'flow':
      return '自动'
    case 'system':
      return ''
  }
}

/** As agents read it who may not see phone numbers and WeChat ids. The same object where nothing had to be hidden. */
export function maskContent(content: Content): Content {
  const text = content.text && maskContacts(content.text)
  const fields = content.extra?.fields && maskContacts(content.extra.fields)
  if (text === content.text && fields === content.extra?.fields) return content
  return {
    ...content,
    ...(text === undefined ? {} : { text }),
    ...(fields ? { extra: { ...content.extra, fields } } : {}),
  }
}

export function maskMessage(message: CustomerMessage): CustomerMessage {
  const content = maskContent(message.content)
  return content === message.content ? message : { ...message, content }
}
