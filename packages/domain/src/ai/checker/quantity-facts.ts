import type { ReadFact, Reading } from './fact.ts'
import { isCertainNumeral, isChineseNumeral, NUMERAL, withoutFloatNoise, valuesOf } from './numerals.ts'
import { ARTICLE_AFTER, SUMMING_AFTER, SUMMING_MAX, type Unit, UNITS } from './units.ts'

const OPEN_END = /^\s?(?:多|余|来|几)(?=[个\s元块天年月小分平米斤岁人家次名位套件节万千]|$)/
const RANGE = new RegExp(`^\\s?(?:[-~至到、]|或者?)\\s?(${NUMERAL})`)
const MONEY_BEFORE = /(?:[¥$]|rmb)\s?$/
const PRICE_BEFORE =
  /(?:价格?|价钱|费用?|收费|仅需|只需|只要|低至|立减|直减|减|抵|定金|订金|押金|首付|优惠|售价|起)(?:是|为|只要|仅|约|大概|在)?[:\s]?$/
/** A model, a size, a standard: E0, 304, iPhone15, XL2. */
const TOKEN = /(?<![a-z0-9.])(?:[a-z]+[-]?\d+[a-z0-9]*|\d+[a-z]{1,12}\d*)(?![a-z0-9])/g
/** 1. 2、 at the beginning of a line or a sentence. */
const MARKER = /(?<=^|[\n;。!?\s:])(?:\(?\d{1,2}[.、)](?!\d)|[(]?[一二三四五六七八九十]{1,2}[)、])/g
const ORDINAL_BEFORE = /第\s?$/
/** Words that begin with a numeral and are no number. */
const NO_NUMBER = /^(?:千万(?=[别不要记注]|$)|万一|十分(?!钟)|万分|百分(?!之)|千百|万千|一一)/

/** Prices, percentages, durations, sizes, counts, and bare numbers. */
export function readQuantities(reading: Reading): void {
  reading.take(/百分之?百/g, () => numberFact('percent', 100))
  reading.take(new RegExp(`百分之(${NUMERAL})`, 'g'), ([, numeral = '']) =>
    numberFact('percent', valuesOf(numeral)[0] ?? 0),
  )
  reading.take(/(?:半价|对折)/g, () => ({ ...numberFact('discount', 5), kind: 'price' }))
  reading.text = reading.text.replace(MARKER, (match) => '\0'.repeat(match.length))
  readHalves(reading)
  reading.take(new RegExp(`(${NUMERAL})[对比:](${NUMERAL})(?![\\d:])`, 'g'), ([, one = '', other = '']) => {
    const form = `ratio:${valuesOf(one)[0]}-${valuesOf(other)[0]}`
    return { kind: 'number', wants: [form], offers: [form] }
  })
  readVague(reading)
  readNumerals(reading)
  reading.take(TOKEN, ([match]) => ({ kind: 'number', wants: [`token:${match}`], offers: [`token:${match}`] }))
}

/** 半年, 一个半小时, 三块五, 9块9: a number on both sides of its unit, or none before it. */
function readHalves(reading: Reading): void {
  const spans = '个?小时|个?钟头|天|个?月|年|个?星期|个?礼拜'
  reading.take(new RegExp(`(?<![一二两三四五六七八九十百\\d个])半(${spans})`, 'g'), ([, word = '']) =>
    spanFact(0.5, word),
  )
  reading.take(new RegExp(`(${NUMERAL})个半(小时|钟头|月|星期)`, 'g'), ([, numeral = '', word = '']) =>
    spanFact((valuesOf(numeral)[0] ?? 0) + 0.5, `个${word}`),
  )
  reading.take(new RegExp(`(${NUMERAL})(${spans})半(?![价天年])`, 'g'), ([, numeral = '', word = '']) =>
    spanFact((valuesOf(numeral)[0] ?? 0) + 0.5, word),
  )
  reading.take(
    new RegExp(`(${NUMERAL})块(?:(\\d|[一二三四五六七八九])毛?|半)(?![\\d个十百千张套次天元万])`, 'g'),
    ([, numeral = '', tenths]) => {
      const part = tenths === undefined ? 0.5 : (valuesOf(tenths)[0] ?? 0) / 10
      return { ...numberFact('money', withoutFloatNoise((valuesOf(numeral)[0] ?? 0) + part)), kind: 'price' }
    },
  )
  // 一米二, 1米75
  reading.take(
    new RegExp(`(${NUMERAL})米(\\d{1,2}|[一二三四五六七八九]{1,2})(?![\\d十百个])`, 'g'),
    ([, numeral = '', part = '']) => {
      const metres =
        (valuesOf(numeral)[0] ?? 0) + Number(`0.${part.length === 2 ? valuesOf(part).join('') : valuesOf(part)[0]}`)
      return { ...numberFact('metre', withoutFloatNoise(metres)), isPersonal: true }
    },
  )
  reading.take(new RegExp(`(${NUMERAL})[毛角](?![巾笔衣孔发])`, 'g'), ([, numeral = '']) => ({
    ...numberFact('money', withoutFloatNoise((valuesOf(numeral)[0] ?? 0) / 10)),
    kind: 'price',
  }))
}

function spanFact(value: number, word: string): ReadFact | undefined {
  const unit = unitAt(word)
  return unit && numberFact(unit.name, withoutFloatNoise(value * unit.times), value)
}

/** Approximate amounts: 几百块, 上千家, 十几年, 百元. */
function readVague(reading: Reading): void {
  const much = '[十百千万亿]'
  const vague = new RegExp(
    `(?:[几数好][十百千万亿]+|[上近超过](?:${much}+)|(?<![一二两三四五六七八九十百千万\\d第])${much}(?=[元块余来多])|[一二三四五六七八九]?十几)(?:[多余来]?(?:元|块|万|年|家|人|位|名|次|天|种|款|个|套|例|所|平|%)?)`,
    'g',
  )
  reading.take(vague, ([match]) => {
    const form = `vague:${match}`
    return { kind: /[元块]/.test(match) ? 'price' : 'number', wants: [form], offers: [form] }
  })
}

function readNumerals(reading: Reading): void {
  reading.take(new RegExp(NUMERAL, 'g'), ({ 0: numeral, index, input }) => {
    const before = input.slice(Math.max(0, index - 8), index)
    const after = input.slice(index + numeral.length)
    if (NO_NUMBER.test(numeral + after.slice(0, 3))) return undefined
    if (/[a-z]-?$/.test(before) || (/^\d+$/.test(numeral) && /^(?!m2)[a-z]+\d/.test(after))) return undefined
    return quantityOf(numeral, before, after)
  })
}

function quantityOf(numeral: string, before: string, after: string): ReadFact | undefined {
  const open = OPEN_END.exec(after)
  const rest = open ? after.slice(open[0].length) : after
  const unit = unitAt(rest) ?? unitAfterRange(rest)
  const isMoney = MONEY_BEFORE.test(before)
  if (!unit && !isMoney && !isCertainNumeral(numeral)) return undefined
  if (isChineseNumeral(numeral)) {
    const [value = 0] = valuesOf(numeral)
    const isArticle = value === 1 && ARTICLE_AFTER.test(rest)
    // Needs no source, yet supports the same number elsewhere: 一次 and 1次.
    if (isArticle || (value <= SUMMING_MAX && SUMMING_AFTER.test(rest)))
      return { ...numberFact(unit?.name ?? 'bare', scaled(value, unit?.name ?? 'bare', unit), value), wants: [] }
  }
  const values = valuesOf(numeral)
  // Ordinals of steps or points, not quantities.
  if (ORDINAL_BEFORE.test(before) && (values[0] ?? 0) <= SUMMING_MAX && unit?.name.startsWith('count:'))
    return undefined
  if (!unit && !isMoney && values[0] === 0) return undefined
  const name = isMoney ? 'money' : (unit?.name ?? 'bare')
  const isPrice = isMoney || unit?.kind === 'price' || (!unit && PRICE_BEFORE.test(before))
  const facts = values.map((value) => numberFact(name, scaled(value, name, unit), value))
  const wants = open ? aboveForms(values[0] ?? 0, name, unit) : facts[0]?.wants
  return {
    text: numeral + (open?.[0] ?? '') + (unit?.pattern.exec(rest)?.[0] ?? ''),
    kind: isPrice ? 'price' : (unit?.kind ?? 'number'),
    wants: wants ?? [],
    offers: facts.flatMap(({ offers }) => offers),
    isPersonal: unit?.isPersonal ?? false,
  }
}

/** 八五折, 85折 and 8.5折 are one. */
function scaled(value: number, name: string, unit: Unit | undefined): number {
  if (name === 'discount') return withoutFloatNoise(value >= 10 ? value / 10 : value)
  return withoutFloatNoise(value * (unit?.times ?? 1))
}

const unitAt = (text: string): Unit | undefined => UNITS.find(({ pattern }) => pattern.test(text))

/** In 300-500元 the first is money too. */
function unitAfterRange(rest: string): Unit | undefined {
  const next = RANGE.exec(rest)
  return next ? unitAt(rest.slice(next[0].length)) : undefined
}

/** A bare number matches any unit and vice versa: price lists often omit units. */
function numberFact(name: string, value: number, written = value): ReadFact {
  if (name === 'bare') return { kind: 'number', wants: [`any:${value}`], offers: [`any:${value}`, `bare:${value}`] }
  if (!name.startsWith('count:')) {
    return {
      kind: 'number',
      wants: [`${name}:${value}`, `bare:${written}`],
      offers: [`${name}:${value}`, `any:${written}`],
    }
  }
  // 个 is a generic unit.
  const wants = name === 'count:' ? [`counted:${value}`] : [`${name}:${value}`, `count::${value}`]
  return {
    kind: 'number',
    wants: [...wants, `bare:${written}`],
    offers: [`${name}:${value}`, `counted:${value}`, `any:${written}`],
  }
}

/** 三百多 covers every number up to the next round one, such as 399. */
function aboveForms(value: number, name: string, unit: Unit | undefined): string[] {
  const step = 10 ** Math.floor(Math.log10(Math.max(value, 1)))
  const round = value % step === 0 ? step : 1
  const forms = [`${name}:${scaled(value, name, unit)}`]
  if (round > 10_000) return forms
  for (let more = 0; more < round; more += 1) {
    forms.push(`${name}:${scaled(value + more, name, unit)}`, `bare:${value + more}`)
  }
  return forms
}
