import type { Content } from '@ruwu/contract'
import { RECALL } from '../recall.ts'

/** Content types drawn in the thread that are not messages of a sender. */
const OWN_TYPES: ReadonlySet<string> = new Set(['system', 'note'])

export const isNote = ({ content }: { content: Content }): boolean => content.type === 'note'

/** Whether a message is drawn in the thread; control and deleted messages are not. */
export function isReadableLine({ content }: { content: Content }): boolean {
  if (content.extra?.removed === 'true' && content.type === 'note') return false
  return OWN_TYPES.has(content.type) || isReadable(content)
}

/** Whether content is shown as a message: it counts as unread and may become the last message. */
export function isReadable(content: { type: string; unreadable?: boolean | null }): boolean {
  return !content.unreadable && content.type !== '' && content.type !== RECALL
}
