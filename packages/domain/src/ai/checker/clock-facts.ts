import type { ReadFact, Reading } from './fact.ts'
import { isChineseNumeral, valuesOf } from './numerals.ts'

const MORNING = '凌晨|清晨|早上|早晨|上午|早'
const LATER = '下午|午后|傍晚|晚上|晚间|夜里|夜间|今晚|明晚|晚'
const PART = `(?:(${MORNING})|(${LATER})|(中午))?\\s?`
const HOUR = '(\\d{1,2}|[零一二两三四五六七八九十]{1,3})'
const MINUTES: Readonly<Record<string, number>> = { 半: 30, 一刻: 15, 三刻: 45, 整: 0, 钟: 0 }
/** 3点建议 counts points, and 快一点 asks for a little more. */
const POINTS_AFTER = '(?!建议|要求|原因|注意|优势|好处|理由|区别|不同)'
const NOON = 12

const PARTS = /全天|午市|晚市/g

/** Times of day. Without 上午/下午, 9点 means both 9:00 and 21:00. */
export function readClock(reading: Reading): void {
  reading.take(PARTS, ([part]) => ({ kind: 'date', wants: [`part:${part}`], offers: [`part:${part}`] }))
  reading.take(new RegExp(`${PART}(?<!\\d:|\\d)(\\d{1,2}):(\\d{2})(?![\\d:])`, 'g'), (match) => {
    const [, morning, later, noon, hour = '', minute = ''] = match
    if (Number(hour) > 24 || Number(minute) > 59) return undefined
    const at = hoursOf(Number(hour), { morning, later, noon })
    return clock(later || noon ? at : at.slice(0, 1), Number(minute))
  })
  // 9-18点
  reading.take(
    new RegExp(`${PART}(?<![\\d.])(\\d{1,2})\\s?(?:点钟?)?\\s?[-~至到](?=\\s?(?:${LATER})?\\s?\\d{1,2}点)`, 'g'),
    (match) => {
      const [, morning, later, noon, hour = ''] = match
      return Number(hour) > 24 ? undefined : clock(hoursOf(Number(hour), { morning, later, noon }), 0)
    },
  )
  reading.take(
    new RegExp(
      `${PART}(?<![\\d.第])${HOUR}(?:点|时(?!候|间|段|长|期|尚|常|刻|光|代))(半|一刻|三刻|整|钟|\\d{1,2}分?|[零一二三四五六七八九十]{1,3}分)?${POINTS_AFTER}`,
      'g',
    ),
    (match) => {
      const [, morning, later, noon, hour = '', rest] = match
      const [value = 99] = valuesOf(hour)
      const isNamed = morning !== undefined || later !== undefined || noon !== undefined || rest !== undefined
      if (value > 24 || (isChineseNumeral(hour) && value <= 3 && !isNamed)) return undefined
      return clock(hoursOf(value, { morning, later, noon }), minutesOf(rest))
    },
  )
}

function minutesOf(rest: string | undefined): number {
  if (rest === undefined) return 0
  return MINUTES[rest] ?? valuesOf(rest.replace('分', ''))[0] ?? 0
}

type PartOfDay = { morning?: string | undefined; later?: string | undefined; noon?: string | undefined }

/** The likelier hour first. */
function hoursOf(hour: number, { morning, later, noon }: PartOfDay): number[] {
  if (morning !== undefined || hour > NOON) return [hour]
  if (later !== undefined) return [hour === NOON ? 24 : hour + NOON]
  if (noon !== undefined) return [hour < 3 ? hour + NOON : hour]
  return [hour, hour + NOON]
}

function clock(hours: readonly number[], minute: number): ReadFact {
  const times = hours.map((hour) => `clock:${(hour % 24) * 60 + minute}`)
  return { kind: 'date', wants: times, offers: times, isPersonal: true }
}
