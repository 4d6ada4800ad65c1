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
import { type ContactMask, maskContacts, SOURCE_LABELS } from '@ruwu/domain'

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

export const toCustomerMessage = (parts: MessageParts): CustomerMessage => ({
  id: parts.id,
  chatId: parts.chatId,
  topicId: parts.customerId,
  seq: parts.seq,
  senderId: parts.senderId,
  senderKind: parts.senderKind,
  senderName: senderName(parts),
  content: parts.content,
  createdAt: parts.createdAt.toISOString(),
  updatedAt: parts.updatedAt.toISOString(),
  platformTime: parts.platformTime?.toISOString() ?? null,
  status: parts.status,
  ...(parts.failKind ? { failKind: parts.failKind, failMsg: parts.failMsg ?? '' } : {}),
  read: parts.isRead,
  recall: parts.isRecalled,
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

/** Their text is the address of a file, which is not found when the address is masked. */
const FILE_TYPES: ReadonlySet<string> = new Set(['image', 'voice', 'video', 'file'])
const ADDRESS = /^(?:https?:\/)?\/\S+$/

const isFileAddress = ({ type, text = '' }: Content) => FILE_TYPES.has(type) && ADDRESS.test(text)

/** With a mask of null, or when nothing had to be masked, the same object. */
export function maskContent(content: Content, mask: ContactMask | null): Content {
  if (mask === null) return content
  const { text, placeholder, extra } = content
  const shown = {
    text: text && !isFileAddress(content) ? maskContacts(text, mask) : text,
    placeholder: typeof placeholder === 'string' ? maskContacts(placeholder, mask) : placeholder,
    fields: extra?.fields && maskContacts(extra.fields, mask),
  }
  if (shown.text === text && shown.placeholder === placeholder && shown.fields === extra?.fields) return content
  return {
    ...content,
    ...(shown.text === undefined ? {} : { text: shown.text }),
    ...(shown.placeholder === undefined ? {} : { placeholder: shown.placeholder }),
    ...(shown.fields ? { extra: { ...extra, fields: shown.fields } } : {}),
  }
}

export function maskFeedback(feedback: Feedback, mask: ContactMask): Feedback {
  const { correctedText } = feedback
  const shown = correctedText && maskContacts(correctedText, mask)
  return shown === correctedText ? feedback : { ...feedback, correctedText: shown }
}

export function maskMessage(message: CustomerMessage, mask: ContactMask | null): CustomerMessage {
  if (mask === null) return message
  const { senderName, feedback } = message
  const content = maskContent(message.content, mask)
  const shown = {
    content,
    senderName: maskContacts(senderName, mask),
    ...(feedback && { feedback: maskFeedback(feedback, mask) }),
  }
  const isSame = content === message.content && shown.senderName === senderName && shown.feedback === feedback
  return isSame ? message : { ...message, ...shown }
}
