const DIGITS: ReadonlyMap<string, number> = new Map(
  Array.from('零一二三四五六七八九')
    .map((sign, value): [string, number] => [sign, value])
    .concat([
      ['〇', 0],
      ['两', 2],
      ['俩', 2],
      ['仨', 3],
      ...Array.from('壹贰叁肆伍陆柒捌玖').map((sign, index): [string, number] => [sign, index + 1]),
    ]),
)
const TENS: ReadonlyMap<string, number> = new Map([
  ['十', 10],
  ['拾', 10],
  ['百', 100],
  ['佰', 100],
  ['千', 1000],
  ['仟', 1000],
])
const LARGE: ReadonlyMap<string, number> = new Map([
  ['万', 10_000],
  ['w', 10_000],
  ['亿', 100_000_000],
])

const SIGNS = [...DIGITS.keys(), ...TENS.keys(), '万', '亿'].join('')
/** A number written with digits or with Chinese signs, or with both: 1,299, 3.5万, 三百九十九, 3万5, 2w. */
export const NUMERAL = `(?:(?<![\\d.a-z])\\d+(?:,\\d{3}(?!\\d))*(?:\\.\\d+)?(?:[十百千万亿]+\\d?(?![\\d.])|[wk](?![a-z0-9]))?|[${SIGNS}]+)`

export const isChineseNumeral = (numeral: string) => !/\d/.test(numeral)

/** Possible values. 三百九 is 390, 八五 is 85, 二零二六 is 2026; adjacent digits (两三天) are a range. */
export function valuesOf(numeral: string): number[] {
  if (!isChineseNumeral(numeral)) return [ofDigits(numeral)]
  const signs = Array.from(numeral)
  if (signs.every((sign) => DIGITS.has(sign))) {
    const digits = signs.map((sign) => DIGITS.get(sign) ?? 0)
    const [one = 0, other = 0] = digits
    return digits.length === 2 && other === one + 1 ? [one, other] : [Number(digits.join(''))]
  }
  return [ofSigns(signs)]
}

function ofDigits(numeral: string): number {
  const [, digits = '', sign = '', rest = ''] = /^([\d,.]+)([^\d]*)(\d?)$/.exec(numeral) ?? []
  const number = Number(digits.replaceAll(',', ''))
  const times = sign === 'k' ? 1000 : Array.from(sign).reduce((product, each) => product * worth(each), 1)
  return withoutFloatNoise(number * times + (rest === '' ? 0 : (Number(rest) * times) / 10))
}

const worth = (sign: string) => TENS.get(sign) ?? LARGE.get(sign) ?? 1

function ofSigns(signs: readonly string[]): number {
  let total = 0
  let section = 0
  let digit: number | undefined
  let last = 1
  for (const sign of signs) {
    const value = DIGITS.get(sign)
    if (value !== undefined) {
      // 一千零五 is 1005, not 1500.
      if (value === 0) last = 1
      else digit = value
      continue
    }
    const times = worth(sign)
    if (times >= 10_000) {
      const before = section + (digit ?? (section === 0 && total === 0 ? 1 : 0))
      // 一亿两千万: what stands before 万 begins after 亿.
      total = times > 10_000 ? (total + before) * times : total + before * times
      section = 0
    } else section += (digit ?? 1) * times
    digit = undefined
    last = times
  }
  return total + section + (digit === undefined ? 0 : last >= 100 ? (digit * last) / 10 : digit)
}

/** Removes floating-point noise. */
export const withoutFloatNoise = (value: number): number => Number(value.toFixed(4))

/** 三百 and 一千二 are always numbers; 一, 十 and 千万 are often part of a word. */
export function isCertainNumeral(numeral: string): boolean {
  if (!isChineseNumeral(numeral)) return true
  return (
    numeral.length >= 2 && Array.from(numeral).some((sign) => DIGITS.has(sign)) && /[十拾百佰千仟万亿]/.test(numeral)
  )
}
