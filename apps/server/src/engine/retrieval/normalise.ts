import { Converter } from 'opencc-js/t2cn'

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

/** Counted things: before these a Chinese numeral is a number, elsewhere it is a part of a word (五金, 三亚, 一起). */
const NUMERAL =
  /(?<![几数好零一二两三四五六七八九十百千])[零一二两三四五六七八九十百千]+(?=[个位岁年月天日周号层楼次瓶支米平元块折期节斤套件张桌人间只盒袋片对双度万分秒小])/gu

/** Full width, case, traditional characters, emoji, punctuation and kinds of numerals make no difference. */
export function normalText(text: string): string {
  return simplified(text.normalize('NFKC').toLowerCase())
    .replaceAll(/\[[^\][]{1,8}\]/gu, ' ')
    .replaceAll(/(?<=\d)\.(?=\d)/gu, '点')
    .replaceAll(/[^\p{L}\p{N}%]+/gu, ' ')
    .replaceAll(NUMERAL, toNumber)
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
