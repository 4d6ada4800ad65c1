import { type Instant, timeOf } from './instant.ts'

/** Content type of the control message that recalls the message whose chatId is its text. */
export const RECALL = 'recall'
/** Content type of a recalled message. */
export const RECALLED = 'recalled'

export const RECALL_WINDOW_MS = 120_000

/** Only the sender may recall, and only while the message is younger than the window. */
export function canRecall(message: { senderId: string; createdAt: Instant }, byUserId: string, now: Date): boolean {
  return message.senderId === byUserId && now.getTime() - timeOf(message.createdAt) < RECALL_WINDOW_MS
}
