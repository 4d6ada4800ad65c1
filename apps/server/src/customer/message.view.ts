import type {
  Content,
  CustomerId,
  CustomerMessage,
  Feedback,
  MessageId,
  MessageStatus,
  SenderKind,
  Source,
} from '@ruwu/contract'
import { maskContacts, SOURCE_LABELS } from '@ruwu/domain'

type MessageParts = {
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
  const { text, placeholder, extra } = content
  const shown = {
    text: text && maskContacts(text),
    placeholder: typeof placeholder === 'string' ? maskContacts(placeholder) : placeholder,
    fields: extra?.fields && maskContacts(extra.fields),
  }
  if (shown.text === text && shown.placeholder === placeholder && shown.fields === extra?.fields) return content
  return {
    ...content,
    ...(shown.text === undefined ? {} : { text: shown.text }),
    ...(shown.placeholder === undefined ? {} : { placeholder: shown.placeholder }),
    ...(shown.fields ? { extra: { ...extra, fields: shown.fields } } : {}),
  }
}

export function maskFeedback(feedback: Feedback): Feedback {
  const { correctedText } = feedback
  const shown = correctedText && maskContacts(correctedText)
  return shown === correctedText ? feedback : { ...feedback, correctedText: shown }
}

export function maskMessage(message: CustomerMessage): CustomerMessage {
  const { senderName, feedback } = message
  const content = maskContent(message.content)
  const shown = { content, senderName: maskContacts(senderName), ...(feedback && { feedback: maskFeedback(feedback) }) }
  const isSame = content === message.content && shown.senderName === senderName && shown.feedback === feedback
  return isSame ? message : { ...message, ...shown }
}
