import type { SeededRandom } from './seeded-random.ts'

export const HOUR_MS = 3_600_000
export const DAY_MS = 24 * HOUR_MS
const CHINA_MS = 8 * HOUR_MS

/** Sunday to Saturday: people look for furniture at the weekend. */
const WEEK = [1.35, 0.85, 0.8, 0.9, 0.95, 1.15, 1.4]
/** The shop grows: of the first day, and of the last, against a day between them. */
const GROWTH = { first: 0.4, last: 1.6 }
/** By hour of the day: before lunch, in the afternoon and, most, in the evening. */
const DAY = [2, 1, 1, 0, 0, 1, 1, 2, 4, 7, 9, 8, 5, 6, 8, 8, 7, 5, 5, 7, 10, 9, 6, 3]
/** Agents work from 9 to 22. */
export const OPENS = 9
const CLOSES = 22

/** The beginning of the day in China. */
export const midnightBefore = (at: number): number => Math.floor((at + CHINA_MS) / DAY_MS) * DAY_MS - CHINA_MS

export type Arrival = { at: Date; isAtNight: boolean }

/** Times of about `count` customers in `days` days, oldest first; the last day is today until now, of the size of those before it. Deterministic. */
export function arrivals(now: Date, days: number, count: number, chance: SeededRandom): Arrival[] {
  const midnight = midnightBefore(now.getTime())
  const starts = Array.from({ length: days }, (_, index) => midnight - (days - 1 - index) * DAY_MS)
  const weights = starts.map((start, index) => {
    const growth = GROWTH.first + ((GROWTH.last - GROWTH.first) * index) / Math.max(1, days - 1)
    return (WEEK[new Date(start + CHINA_MS).getUTCDay()] ?? 1) * growth
  })
  const total = sum(weights)
  const hours = DAY.map((weight, hour) => ({ weight, hour }))
  let passed = 0
  const all = starts.flatMap((start, index) => {
    const from = Math.round((passed / total) * count)
    passed += weights[index] ?? 0
    const until = Math.round((passed / total) * count)
    return Array.from({ length: until - from }, () => {
      const { hour } = chance.weighted(hours)
      const at = new Date(start + hour * HOUR_MS + chance.between(0, HOUR_MS - 1))
      return { at, isAtNight: hour < OPENS || hour >= CLOSES }
    }).filter(({ at }) => at < now)
  })
  return all.toSorted((one, other) => one.at.getTime() - other.at.getTime())
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, each) => all + each, 0)
