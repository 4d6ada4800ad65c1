import { Converter } from 'opencc-js/t2cn'
import { DIALECT } from './thesaurus/dialect.ts'
import { SEPARABLE } from './thesaurus/separable.ts'

/** Traditional characters become simplified ones. */
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

/** Counted things: before these a Chinese numeral is a number, elsewhere it is a part of a word (五金, 三亚, 一起). */
const NUMERAL = new RegExp(
  `${NO_NUMERAL_BEFORE}[零一二两三四五六七八九十百千]+(?=[个位岁年月天日周号层楼次瓶支米平元块折期节斤套件张桌人间只盒袋片对双度万分秒小针杯遍回趟颗根台栋辆条顿晚堂门寸公])`,
  'gu',
)
/** Of the clock: 一点 alone is a little. */
const HOUR = new RegExp(`${NO_NUMERAL_BEFORE}(?:十[一二]|[两二三四五六七八九十]|一(?=点[半钟多]))(?=点)`, 'gu')

const plainOf = new Map(
  DIALECT.trim()
    .split('\n')
    .map((line) => line.split(' '))
    .flatMap(([plain = '', ...theirs]) => theirs.map((word) => [word, plain] as const)),
)
const dialect = new RegExp([...plainOf.keys()].toSorted((a, b) => b.length - a.length).join('|'), 'gu')

/** What may stand between the parts of such a word: 完 and 了, a measure, whose it is. */
const separated = new RegExp(
  SEPARABLE.trim()
    .split(/\s+/)
    .map((word) => `(?<=${word.charAt(0)})[了过完个好的次下我你他她们一几点]{1,4}(?=${word.slice(1)})`)
    .join('|'),
  'gu',
)

/** Full width, case, traditional characters, emoji, punctuation, dialect and kinds of numerals make no difference. */
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

function toNumber(numeral: string): string {
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
