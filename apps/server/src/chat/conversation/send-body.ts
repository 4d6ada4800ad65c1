import type { SendRequest } from '@ruwu/contract'
import type { z } from 'zod'

const isTextOrAbsent = (value: unknown) => value === undefined || typeof value === 'string'

/** Whether `SendRequest` would return the body unchanged; only bodies with nulls are changed. */
export function isSendBody(body: unknown): body is z.output<typeof SendRequest> {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return false
  const { chatId, topicId, attendee, content } = body as Record<string, unknown>
  return content !== undefined && isTextOrAbsent(chatId) && isTextOrAbsent(topicId) && isTextOrAbsent(attendee)
}
