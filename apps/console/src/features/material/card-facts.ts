import type { Material } from '@ruwu/contract'
import { addDays, formatDate, parseDay, startOfDay } from '@ruwu/domain'

/** Conversion rate: form submissions or contact copies per card sent. −1 when none was sent. */
export function rateOf({ type, sent, clicked, submitted }: Pick<Material, 'type' | 'sent' | 'clicked' | 'submitted'>) {
  if (sent === 0) return -1
  return (type === 'contact' ? clicked : submitted) / sent
}

/** Whether the platform reports what customers do with the card: they submit a form, or copy the number of a 名片 (a telephone is called). */
export const reportsUse = ({ type, channel }: Pick<Material, 'type' | 'channel'>): boolean =>
  type === 'lead_form' || (type === 'contact' && channel !== 3)

/** A card is valid through its last day, so it expires at the start of the next one, in the enterprise's time zone. */
export function expiryOf(lastDay: string, timeZone: string): string | null {
  const day = parseDay(lastDay)
  return day ? startOfDay(addDays(day, 1), timeZone).toISOString() : null
}

/** `YYYY-MM-DD` of the last valid day. */
export const lastDayOf = (expireAt: string, timeZone: string) =>
  formatDate(new Date(new Date(expireAt).getTime() - 1), timeZone)

export const isExpired = (expireAt: string | null, now: Date) => expireAt !== null && new Date(expireAt) <= now
