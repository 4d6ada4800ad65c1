import { MEASURE_WORDS, toNumber } from '../retrieval/normalise.ts'

/**
 * Chinese numerals that tell an amount or a date: several together (三百), one before a measure word (两天), a day (周三, 初五), a place (第二)
 * or a share (百分之五). Not in words such as 十分, 千万, 百分之, 一一, 一起 and 第一时间; 一 alone only before money, or in a time limit.
 */
const NUMERAL = new RegExp(
  `(?!一一|十分(?!钟)|千万|百分)(?:[零一二两三四五六七八九十百千]{2,}|[二两三四五六七八九十百千](?=[${MEASURE_WORDS}点倍成毛])|` +
    '一(?=[元块毛折倍]|(?:天|日|周|年|个?月|个?小时|分钟)[内后前])|' +
    '(?<=周|星期|礼拜)[一二三四五六]|(?<=初)[一二三四五六七八九十]|(?<=第|百分之)[二三四五六七八九十]|(?<=百分之)一)',
  'gu',
)

/** Amounts in the text, written with any digits, each with what multiplies it. */
const numbersIn = (text: string): string[] =>
  (
    text
      .normalize('NFKC')
      .replaceAll(/(?<=\d),(?=\d{3})/g, '')
      .replaceAll(NUMERAL, toNumber)
      .replaceAll(/百分之\s*(\d+(?:\.\d+)?)/g, '$1%')
      .replaceAll(/(?<=\d)w(?![a-z])/gi, '万')
      .match(/\d+(?:\.\d+)?(?:\s*[万亿%折])?/g) ?? []
  ).map((number) => number.replace(/^[\d.]+/, (digits) => String(Number(digits))).replace(/\s+/, ''))

/** Whether two texts name the same numbers. `isInOrder`: each as often, one after the other; otherwise what is said twice may be said once. */
export function sameNumbers(one: string, other: string, { isInOrder }: { isInOrder: boolean }): boolean {
  const [first, second] = [one, other].map((text) =>
    isInOrder ? numbersIn(text) : [...new Set(numbersIn(text))].toSorted(),
  )
  return first?.join() === second?.join()
}
