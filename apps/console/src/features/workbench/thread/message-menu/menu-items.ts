import type { AgentId } from '@ruwu/contract'
import { canRecall } from '@ruwu/domain'
import type { Line } from '../bubble/message-line.ts'
import type { MessageBody } from '../bubble/message-body.ts'
import type { LogContextValue } from '../message-log/log-context.ts'

export type MenuItem =
  | 'copy'
  | 'quote'
  | 'recall'
  | 'basis'
  | 'keepAnswer'
  | 'keepReply'
  | 'asLead'
  | 'asNote'
  | 'dismiss'

type Rights = Pick<LogContextValue, 'meId' | 'canReply' | 'canResendForOthers' | 'canEdit' | 'canTeach'>

/** Actions of a message, in menu order. */
export function menuItemsOf(line: Line, body: MessageBody, rights: Rights, now: Date): MenuItem[] {
  const { meId, canReply, canResendForOthers, canEdit, canTeach } = rights
  const isText = body.kind === 'text'
  const isMessage = line.sender !== 'system' && body.kind !== 'note' && body.kind !== 'recalled'
  const isStored = line.message !== undefined
  const isAnswer = isMessage && isStored && line.sender === 'ai'
  const offers: Record<MenuItem, boolean> = {
    copy: copyTextOf(body) !== '',
    quote: canReply && canResendForOthers && isMessage && isStored && line.status !== 'failed',
    recall: canReply && isMessage && line.status !== 'failed' && isRecallable(line, meId, now),
    basis: isAnswer,
    keepAnswer: canTeach && isAnswer && isText,
    keepReply: canReply && isText,
    asLead: canEdit && isText && line.sender === 'customer',
    asNote: canReply && isText,
    dismiss: !isStored && line.status === 'failed',
  }
  return (Object.keys(offers) as MenuItem[]).filter((item) => offers[item])
}

/** Within the recall window; a menu left open for longer is refused by the server. */
const isRecallable = ({ message }: Line, meId: AgentId | undefined, now: Date) =>
  message !== undefined && meId !== undefined && canRecall(message, meId, now)

/** The text to copy; empty when the message has none. */
export function copyTextOf(body: MessageBody): string {
  switch (body.kind) {
    case 'text':
    case 'note':
    case 'system':
      return body.text
    case 'link':
      return body.address || body.title
    case 'card':
    case 'post':
      return body.title
    case 'questions':
      return [body.title, ...body.questions].filter(Boolean).join('\n')
    case 'file':
      return body.name
    case 'image':
    case 'voice':
    case 'video':
    case 'recalled':
    case 'unsupported':
      return ''
  }
}
