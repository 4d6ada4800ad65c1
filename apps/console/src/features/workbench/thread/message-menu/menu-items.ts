import type { AgentId } from '@ruwu/contract'
import { canRecall } from '@ruwu/domain'
import type { Line } from '../bubble/message-line.ts'
import type { MessageBody } from '../bubble/message-body.ts'

export type MenuItem =
  'copy' | 'quote' | 'recall' | 'basis' | 'keepAnswer' | 'keepReply' | 'asLead' | 'asNote' | 'dismiss'

type Situation = {
  meId: AgentId | undefined
  canReply: boolean
  /** A colleague receives the customer: one can't write to them. */
  isOthers: boolean
  canEdit: boolean
  /** May change what the AI knows. */
  canTeach: boolean
}

/** What can be done with a message; the order is that of the menu. */
export function menuItemsOf(line: Line, body: MessageBody, situation: Situation): MenuItem[] {
  const { meId, canReply, isOthers, canEdit, canTeach } = situation
  const isText = body.kind === 'text'
  const isSaid = line.speaker !== 'system' && body.kind !== 'note' && body.kind !== 'recalled'
  const isStored = line.message !== undefined
  const isAnswer = isSaid && isStored && line.speaker === 'ai'
  const offers: Record<MenuItem, boolean> = {
    copy: copyTextOf(body) !== '',
    quote: canReply && !isOthers && isSaid && isStored && line.status !== 'failed',
    recall: canReply && isSaid && isStored && line.senderId === meId && line.status !== 'failed',
    basis: isAnswer,
    keepAnswer: canTeach && isAnswer && isText,
    keepReply: canReply && isText,
    asLead: canEdit && isText && line.speaker === 'customer',
    asNote: canReply && isText,
    dismiss: !isStored && line.status === 'failed',
  }
  return (Object.keys(offers) as MenuItem[]).filter((item) => offers[item])
}

/** Whether it is still young enough; the server asks the same again. */
export const isRecallable = ({ message }: Line, meId: AgentId | undefined, now: Date) =>
  message !== undefined && meId !== undefined && canRecall(message, meId, now)

/** The words a message leaves on the clipboard; none when it has no words. */
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
