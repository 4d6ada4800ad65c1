/** A session without any message for this long has ended with its last message. */
export const SESSION_SILENCE_MS = 24 * 3_600_000

export const isSessionOver = (lastMessageAt: Date, now: Date): boolean =>
  now.getTime() - lastMessageAt.getTime() >= SESSION_SILENCE_MS
