import type { NotifySetting } from '@ruwu/contract'

const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))

/** From the first minute up to the last one, over midnight when it ends earlier than it begins. Equal ends: the whole day. */
export function isQuiet({ enabled, from, to }: NotifySetting['quiet'], minuteOfDay: number): boolean {
  if (!enabled) return false
  const [start, end] = [minutesOf(from), minutesOf(to)]
  if (start === end) return true
  return start < end ? minuteOfDay >= start && minuteOfDay < end : minuteOfDay >= start || minuteOfDay < end
}
