import { randomBytes } from 'node:crypto'
import type { EntId } from '@ruwu/contract'
import { shortCode, SHORT_CODE_RANDOM_BYTES } from '@ruwu/domain'
import type { Send } from '../message/index.ts'

type ControlType =
  | 'topic.create'
  | 'topic.join'
  | 'topic.quit'
  | 'topic.kickout'
  | 'topic.notice'
  | 'topic.update'
  | 'topic.change.owner'
  | 'topic.silent'
  | 'topic.silent.member'
  | 'topic.dismiss'

type ControlText = { text: string; extra?: Record<string, string> }

/** Appends a control message to the topic. `about` is the user it concerns. */
export type Tell = (type: ControlType, about: string, content: ControlText & { alsoTo?: string[] }) => Promise<void>

export const newChatId = (): string => shortCode(randomBytes(SHORT_CODE_RANDOM_BYTES))

/** A message written by the server: it has a seq in the history and never counts as unread. */
export function controlMessage(
  topic: { entId: EntId; id: string },
  type: ControlType,
  about: string,
  { text, extra }: ControlText,
): Send {
  return {
    entId: topic.entId,
    topicId: topic.id,
    senderId: about,
    chatId: newChatId(),
    content: { type, text, unreadable: true, ...(extra ? { extra } : {}) },
    isSystem: true,
  }
}
