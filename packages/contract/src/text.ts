import { z } from 'zod'

/** PostgreSQL keeps no NUL, and half a surrogate pair is no character anywhere. */
const isStorable = (text: string) => !text.includes('\0') && text.isWellFormed()

/** Nothing of it is to be seen: spaces, and characters that only join, mark or direct others. */
export const isBlank = (text: string) => /^[\s\p{Cc}\p{Default_Ignorable_Code_Point}]*$/u.test(text)

/** What a person typed: trimmed, at most `max` characters, and such that it can be kept as it is. */
export const typedText = (max: number, tooLong: string) =>
  z
    .string()
    .trim()
    .overwrite((text) => (isBlank(text) ? '' : text))
    .max(max, tooLong)
    .refine(isStorable, '包含无法识别的字符')
