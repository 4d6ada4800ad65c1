import { Converter } from 'opencc-js/t2cn'
import { DIALECT } from './thesaurus/dialect.ts'
import { SEPARABLE } from './thesaurus/separable.ts'

const simplified = Converter({ from: 't', to: 'cn' })

const DIGITS: Record<string, number> = {
  零: 0,
  一: 1,
  二: 2,
  两: 2,
  俩: 2,
  三: 3,
  四: 4,
  五: 5,
  六: 6,
  七: 7,
  八: 8,
  九: 9,
}
const UNITS: Record<string, number> = { 十: 10, 百: 100, 千: 1000 }

const NO_NUMERAL_BEFORE = '(?<![几数好零一二两三四五六七八九十百千])'

/** Their first characters, as of 小时 and 公斤. */
export const MEASURE_WORDS =
  '个位岁年月天日周号层楼次瓶支米平元块折期节斤套件张桌人间只盒袋片对双度万分秒小针杯遍回趟颗根台栋辆条顿晚堂门寸公'

/** A Chinese numeral is a number only before a measure word; elsewhere it is part of a word (五金, 三亚, 一起). */
const NUMERAL = new RegExp(`${NO_NUMERAL_BEFORE}[零一二两三四五六七八九十百千]+(?=[${MEASURE_WORDS}])`, 'gu')
/** Hours; 一点 alone means "a little". */
const HOUR = new RegExp(`${NO_NUMERAL_BEFORE}(?:十[一二]|[两二三四五六七八九十]|一(?=点[半钟多]))(?=点)`, 'gu')

const plainOf = new Map(
  DIALECT.trim()
    .split('\n')
    .map((line) => line.split(' '))
    .flatMap(([plain = '', ...theirs]) => theirs.map((word) => [word, plain] as const)),
)
const dialect = new RegExp([...plainOf.keys()].toSorted((a, b) => b.length - a.length).join('|'), 'gu')

/** Removes what splits a separable verb: aspect particles, measures, pronouns. */
const separated = new RegExp(
  SEPARABLE.trim()
    .split(/\s+/)
    .map((word) => `(?<=${word.charAt(0)})[了过完个好的次下我你他她们一几点]{1,4}(?=${word.slice(1)})`)
    .join('|'),
  'gu',
)

/** Normalises width, case, traditional characters, emoji codes, punctuation, dialect and numerals. */
export function normalText(text: string): string {
  return simplified(text.normalize('NFKC').toLowerCase())
    .replaceAll(/\[[^\][]{1,8}\]/gu, ' ')
    .replaceAll(/(?<=\d)\.(?=\d)/gu, '点')
    .replaceAll(/[^\p{L}\p{N}%]+/gu, ' ')
    .replaceAll(dialect, (word: string) => plainOf.get(word) ?? word)
    .replaceAll(separated, '')
    .replaceAll(NUMERAL, toNumber)
    .replaceAll(HOUR, toNumber)
    .replaceAll(/(?<=\d)个(?=人)/gu, '')
    .replaceAll(/(?<=\d)w(?![a-z])/gu, '万')
    .replaceAll(/(?<=\d)k(?![a-z])/gu, '千')
    .trim()
}

/** A numeral of 零 to 千 in digits. */
export function toNumber(numeral: string): string {
  let sum = 0
  let digit: number | undefined
  for (const character of numeral) {
    const unit = UNITS[character]
    if (unit === undefined) digit = (digit ?? 0) * 10 + (DIGITS[character] ?? 0)
    else {
      sum += (digit ?? 1) * unit
      digit = undefined
    }
  }
  return String(sum + (digit ?? 0))
}
