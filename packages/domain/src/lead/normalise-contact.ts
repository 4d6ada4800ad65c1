import type { Source } from '../sources.ts'
import { foldText } from './fold-text.ts'
import { CHINESE_DIGITS } from './symbols.ts'
import { type TextCopy, withoutMatches } from './text-copy.ts'

export interface ContactOptions {
  /** Source whose emoji codes are removed. */
  source?: Source
  /** Also what looks like a phone number after 订单 or 快递: masks rather hide too much. */
  withReferences?: boolean
}

const CHINESE_DIGIT = new RegExp(`[${[...CHINESE_DIGITS.keys()].join('')}]`, 'g')
const PLUS_IN_CHINESE = /加(?=\s{0,2}[vV微])/g

/** Spaces, dots, dashes, commas, brackets and emoji. */
const SEPARATORS =
  '\\s.·•・。,、;\\p{Pd}−\\p{Ps}\\p{Pe}<>\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\p{Regional_Indicator}'
const BETWEEN_DIGITS = new RegExp(`(?<=\\d)[${SEPARATORS}]+(?=\\d)`, 'gu')

/** Chinese digits to digits, ＋➕加 before v or 微 to +; separators are kept. */
export function withPlainDigits(folded: TextCopy): TextCopy {
  const text = folded.text
    .replace(CHINESE_DIGIT, (sign) => CHINESE_DIGITS.get(sign) ?? sign)
    .replace(PLUS_IN_CHINESE, '+')
  return { ...folded, text }
}

export function withJoinedDigits(copy: TextCopy): TextCopy {
  return withoutMatches(copy, BETWEEN_DIGITS)
}

/** The copy searched for contacts; `originalSpan` maps back to the original. */
export function normaliseContact(text: string, { source }: ContactOptions = {}): TextCopy {
  return withJoinedDigits(withPlainDigits(foldText(text, source)))
}
