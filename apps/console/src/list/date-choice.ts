import { DATE_PRESETS, type DatePreset } from '@ruwu/contract'
import { addDays, parseDay, resolveDateRange, startOfDay } from '@ruwu/domain'

/** A preset by its name, or `custom` with both days (included, in the enterprise's time zone). */
export type DateChoice = { range: DatePreset; from?: string; to?: string }

const readDay = (text: string | null) => (text && parseDay(text) ? text : undefined)

/** The choice of the address. Two days without a name are a custom range; anything else counts as not set. */
export function readDateChoice(query: URLSearchParams): DateChoice | undefined {
  const [from, to] = [readDay(query.get('from')), readDay(query.get('to'))]
  const range = query.has('range') ? DATE_PRESETS.find((it) => it === query.get('range')) : 'custom'
  if (range && range !== 'custom') return { range }
  return range && from && to && from <= to ? { range, from, to } : undefined
}

/** The parts of the address: days belong to `custom` alone. */
export const dateQuery = (choice: DateChoice | undefined): Record<string, string | undefined> =>
  choice?.range === 'custom'
    ? { range: choice.range, from: choice.from, to: choice.to }
    : { range: choice?.range, from: undefined, to: undefined }

/** First and last day of a choice. */
export function choiceDays(choice: DateChoice, now: Date, timeZone: string): { from: string; to: string } {
  const { from, to } = resolveDateRange({ preset: choice.range, now, timeZone, custom: [choice.from, choice.to] })
  return { from, to }
}

/** The instants of a choice as a list's filter takes them: `to` is excluded. */
export function instantsOf(
  choice: DateChoice | undefined,
  now: Date,
  timeZone: string,
): { from?: string; to?: string } {
  if (!choice) return {}
  const days = choiceDays(choice, now, timeZone)
  const [first, last] = [parseDay(days.from), parseDay(days.to)]
  return {
    ...(first && { from: startOfDay(first, timeZone).toISOString() }),
    ...(last && { to: startOfDay(addDays(last, 1), timeZone).toISOString() }),
  }
}
