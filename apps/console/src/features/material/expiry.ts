import { addDays, formatDate, parseDay, startOfDay } from '@ruwu/domain'

/** A card is valid through its last day, so it expires at the start of the next one, in the enterprise's time zone. */
export function expiryOf(lastDay: string, timeZone: string): string | null {
  const day = parseDay(lastDay)
  return day ? startOfDay(addDays(day, 1), timeZone).toISOString() : null
}

/** `YYYY-MM-DD` of the last valid day. */
export const lastDayOf = (expireAt: string, timeZone: string) =>
  formatDate(new Date(new Date(expireAt).getTime() - 1), timeZone)

export const isExpired = (expireAt: string | null, now: Date) => expireAt !== null && new Date(expireAt) <= now
