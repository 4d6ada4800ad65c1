import type { SendRequest } from '@ruwu/contract'
import type { z } from 'zod'

const isTextOrAbsent = (value: unknown) => value === undefined || typeof value === 'string'

/** Whether `SendRequest` would give it back as it is, which it does unless a client fills in nulls. */
export function isSendBody(body: unknown): body is z.output<typeof SendRequest> {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return false
  const { chatId, topicId, attendee, content } = body as Record<string, unknown>
  return content !== undefined && isTextOrAbsent(chatId) && isTextOrAbsent(topicId) && isTextOrAbsent(attendee)
}
