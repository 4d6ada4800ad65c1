import { CHINESE_DIGITS } from './symbols.ts'
import { originalSpan, type Span, type TextCopy } from './text-copy.ts'

const MOBILE_PATTERN = /(?<!\d)(?:\+?86)?1[3-9]\d{9}(?!\d)/
const LANDLINE_PATTERN = /(?<!\d)0\d{2,3}-?\d{7,8}(?!\d)/

/** A number shortly after one of these is no phone number. */
const NOT_A_PHONE_AFTER = ['订单', '单号', '快递', '运单', '编号', '金额', '￥'] as const
const NOT_A_PHONE_DISTANCE = 12

/** Digit groupings of written numbers, to split adjacent numbers. */
const GROUPED = {
  phone: /^(?:\+?86-?)?1[3-9]\d-?\d{4}-?\d{4}$/,
  landline: /^0\d{2,3}-?(?:\d{7,8}|\d{3,4}-\d{4})$/,
}
const MOST_GROUPS = 4
const FEWEST_DIGITS = 10

const DIGIT_RUN = /(?:\+(?=86))?\d+/g
const SHORT_AREA_CODE = /^0[12]/

export interface PhoneNumber extends Span {
  kind: 'phone' | 'landline'
  value: string
}

interface Run {
  original: string
  copy: TextCopy
  start: number
  end: number
}

type Match = Pick<PhoneNumber, 'kind' | 'start' | 'end'>

/**
 * Phone numbers of a normalised copy. Adjacent numbers merge into one run when separators are removed, so a run that
 * is no number as a whole is also parsed by its original groups.
 */
export function findPhoneNumbers(original: string, copy: TextCopy, withReferences: boolean): PhoneNumber[] {
  const found: PhoneNumber[] = []
  for (const { 0: digits, index } of copy.text.matchAll(DIGIT_RUN)) {
    if (digits.length < FEWEST_DIGITS) continue
    for (const match of matchesOf({ original, copy, start: index, end: index + digits.length })) {
      if (!withReferences && isNumberOfSomethingElse(copy.text, match.start)) continue
      const value = valueOf(match.kind, copy.text.slice(match.start, match.end).replace(/\D/g, ''))
      found.push({ ...originalSpan(copy, match.start, match.end), kind: match.kind, value })
    }
  }
  return found
}

function matchesOf(run: Run): Match[] {
  const { copy, start, end } = run
  const digits = copy.text.slice(start, end)
  if (isWhole(digits, MOBILE_PATTERN)) return [{ kind: 'phone', start, end }]
  for (const kind of ['phone', 'landline'] as const) {
    const matches = groupedMatches(run, kind)
    if (matches.length > 0) return matches
  }
  return isWhole(digits, LANDLINE_PATTERN) ? [{ kind: 'landline', start, end }] : []
}

function isWhole(digits: string, pattern: RegExp): boolean {
  return pattern.exec(digits)?.[0].length === digits.length
}

function groupedMatches(run: Run, kind: PhoneNumber['kind']): Match[] {
  const edges = groupEdges(run)
  const matches: Match[] = []
  let from = 0
  while (from < edges.length - 1) {
    const to = endOfNumber(run.copy.text, edges, from, GROUPED[kind])
    if (to !== undefined) matches.push({ kind, start: edges[from] ?? 0, end: edges[to] ?? 0 })
    from = to ?? from + 1
  }
  return matches
}

/** Where the groups begin, and the end of the last. The 一 of 周一 is no part of the number that follows it. */
function groupEdges({ original, copy, start, end }: Run): number[] {
  const isChinese = (index: number) => CHINESE_DIGITS.has(original[copy.starts[index] ?? 0] ?? '')
  const edges = [start]
  for (let index = start + 1; index < end; index += 1) {
    const isApart = (copy.starts[index] ?? 0) > (copy.ends[index - 1] ?? 0)
    if (isApart || isChinese(index) !== isChinese(index - 1)) edges.push(index)
  }
  return [...edges, end]
}

function endOfNumber(text: string, edges: readonly number[], from: number, pattern: RegExp): number | undefined {
  let written = ''
  for (let to = from + 1; to < edges.length && to <= from + MOST_GROUPS; to += 1) {
    written += (written && '-') + text.slice(edges[to - 1], edges[to])
    if (pattern.test(written)) return to
  }
  return undefined
}

export function isNumberOfSomethingElse(text: string, start: number): boolean {
  // A character is at most two units.
  const before = Array.from(text.slice(Math.max(0, start - 2 * NOT_A_PHONE_DISTANCE), start))
  const near = before.slice(-NOT_A_PHONE_DISTANCE).join('')
  return NOT_A_PHONE_AFTER.some((word) => near.includes(word.normalize('NFKC')))
}

/** A mobile as 11 digits, a landline with one dash after its area code. */
function valueOf(kind: PhoneNumber['kind'], digits: string): string {
  if (kind === 'phone') return digits.slice(-11)
  const hasShortCode = digits.length < 11 || (digits.length === 11 && SHORT_AREA_CODE.test(digits))
  const codeLength = hasShortCode ? 3 : 4
  return `${digits.slice(0, codeLength)}-${digits.slice(codeLength)}`
}
