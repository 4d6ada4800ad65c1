import { canRecall, RECALL, RECALLED } from '@ruwu/domain'
import type { Message } from './message.ts'

export const UPDATE_EXTRA = 'update.extra'

/** Control messages (recall, update.extra) carry their target's chatId in the text. */
export const targetOf = ({ content }: Message): string | undefined =>
  content.type === RECALL || content.type === UPDATE_EXTRA ? content.text : undefined

/** The target after a control message; the same object when it does not apply or was applied before. */
export function withControl(target: Message, control: Message): Message {
  if (control.seq <= target.asOf || target.recall) return target
  const changed = { ...target, updatedAt: control.createdAt, asOf: control.seq }
  if (control.content.type === UPDATE_EXTRA) {
    if (target.senderId !== control.senderId) return target
    return { ...changed, content: { ...target.content, extra: control.content.extra ?? {} } }
  }
  // Decided by server timestamps, so that every client reaches the same result whenever the frame arrives.
  if (!canRecall(target, control.senderId, new Date(control.createdAt))) return target
  return { ...changed, recall: true, content: { type: RECALLED } }
}
