import { z } from 'zod'

/** PostgreSQL keeps no NUL, and half a surrogate pair is no character anywhere. */
const isStorable = (text: string) => !text.includes('\0') && text.isWellFormed()

/** What a person typed: trimmed, at most `max` characters, and such that it can be kept as it is. */
export const typedText = (max: number, tooLong: string) =>
  z.string().trim().max(max, tooLong).refine(isStorable, '包含无法识别的字符')
