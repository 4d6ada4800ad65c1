import type { Source } from '../sources.ts'
import { foldText } from './fold-text.ts'
import { CHINESE_DIGITS } from './symbols.ts'
import { type TextCopy, withoutMatches } from './text-copy.ts'

export interface ContactOptions {
  /** Whose emoji codes are pictures and therefore not part of the text. */
  source?: Source
}

const CHINESE_DIGIT = new RegExp(`[${[...CHINESE_DIGITS.keys()].join('')}]`, 'g')
const PLUS_IN_CHINESE = /加(?=\s{0,2}[vV微])/g

/** Spaces, dots, dashes, commas, brackets and emoji. */
const SEPARATORS =
  '\\s.·•・。,、;\\p{Pd}−\\p{Ps}\\p{Pe}<>\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\p{Regional_Indicator}'
const BETWEEN_DIGITS = new RegExp(`(?<=\\d)[${SEPARATORS}]+(?=\\d)`, 'gu')

/** With Chinese digits as digits and one sign for ＋➕加 before v or 微; separators still stand. */
export function withPlainDigits(folded: TextCopy): TextCopy {
  const text = folded.text
    .replace(CHINESE_DIGIT, (sign) => CHINESE_DIGITS.get(sign) ?? sign)
    .replace(PLUS_IN_CHINESE, '+')
  return { ...folded, text }
}

export function withJoinedDigits(copy: TextCopy): TextCopy {
  return withoutMatches(copy, BETWEEN_DIGITS)
}

/** The copy of a text in which contacts are searched. The original stays; `originalSpan` leads back to it. */
export function normaliseContact(text: string, { source }: ContactOptions = {}): TextCopy {
  return withJoinedDigits(withPlainDigits(foldText(text, source)))
}
