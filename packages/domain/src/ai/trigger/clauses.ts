import { foldText } from '../../lead/fold-text.ts'

const CLAUSE_ENDS = /[,.!?;:~…，。！？；：\n]+/
const NO_WORDS = /[\s\p{P}\p{S}]+/gu
/** 能不能, 有没有, 可不可以. */
const YES_OR_NO = /(.)[不没]\1/g

/** Splits text into clauses without punctuation; 能不能 is normalised to 能. */
export function clausesOf(text: string): string[] {
  return foldText(text)
    .text.toLowerCase()
    .split(CLAUSE_ENDS)
    .map((clause) => clause.replace(NO_WORDS, '').replace('可不可以', '可以').replace(YES_OR_NO, '$1'))
    .filter((clause) => clause !== '')
}
