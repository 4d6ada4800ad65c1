import { canRecall } from '@ruwu/domain'
import type { Message } from './message.ts'

export const RECALL = 'recall'
export const UPDATE_EXTRA = 'update.extra'

/** Recalls and updates of extra name their target in the text. */
export const targetOf = ({ content }: Message): string | undefined =>
  content.type === RECALL || content.type === UPDATE_EXTRA ? content.text : undefined

/** The target as a control message leaves it; the same object when it does not apply or is already contained. */
export function withControl(target: Message, control: Message): Message {
  if (control.seq <= target.asOf || target.recall) return target
  const changed = { ...target, updatedAt: control.createdAt, asOf: control.seq }
  if (control.content.type === UPDATE_EXTRA) {
    if (target.senderId !== control.senderId) return target
    return { ...changed, content: { ...target.content, extra: control.content.extra ?? {} } }
  }
  // By the server's own times, so that every client decides alike, whenever it hears of it.
  if (!canRecall(target, control.senderId, new Date(control.createdAt))) return target
  return { ...changed, recall: true, content: { type: 'recalled' } }
}
