import { z } from 'zod'

/** PostgreSQL cannot store NUL; lone surrogates are not valid Unicode. */
const isStorable = (text: string) => !text.includes('\0') && text.isWellFormed()

/** Only invisible characters: spaces, controls, joiners, marks, direction marks. */
export const isBlank = (text: string) => /^[\s\p{Cc}\p{Default_Ignorable_Code_Point}]*$/u.test(text)

/** Text input: trimmed, at most `max` characters, storable in PostgreSQL. */
export const typedText = (max: number, tooLong: string) =>
  z
    .string()
    .trim()
    .overwrite((text) => (isBlank(text) ? '' : text))
    .max(max, tooLong)
    .refine(isStorable, '包含无法识别的字符')
