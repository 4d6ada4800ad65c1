import type { AI_RETURNS } from '@ruwu/contract'
import type { Source } from '../sources.ts'
import { GUARD_LIMITS } from '../guard/guard-limits.ts'
import { addDays } from '../calendar-day.ts'
import { wallClockTime, zonedTime } from '../time-zone.ts'

const SECOND_MS = 1000

/** Upper bound of the debounce: a burst's first message waits at most this long for an answer to begin. */
export const MERGE_MAX_MS = 10 * SECOND_MS
/** Timeout of one AI answer. */
export const ANSWER_LIMIT_MS = 20 * SECOND_MS
/** Delay of the 转人工 notification: an agent who replies before needs none. */
export const HANDOFF_HINT_MS = 2.5 * SECOND_MS
/** Consecutive failed AI messages after which the customer is handed to agents. */
export const FAILED_MESSAGES_MAX = 2
/** Sent at 转人工 while no agent is online. */
export const NOBODY_ONLINE_TEXT = '人工客服当前不在线，上线后会第一时间回复您'
/** Minimum interval of the answers to further requests for a person while the customer is 待接手. */
export const REQUEST_ANSWER_MS = 5 * 60 * SECOND_MS
/** Answer to such a request; `ahead` customers wait longer for the same agent, or in the queue. */
export const requestAnswerText = (ahead: number): string =>
  ahead === 0 ? '已在为您安排，下一位就是您' : `已在为您安排，前面还有 ${ahead} 位`

/** Debounce: an answer begins `mergeSec` (合并等待) after a burst's last message, at most 10 s after its first. */
export function answerDue(firstAt: Date, lastAt: Date, mergeSec: number): Date {
  const calm = lastAt.getTime() + mergeSec * SECOND_MS
  return new Date(Math.max(lastAt.getTime(), Math.min(calm, firstAt.getTime() + MERGE_MAX_MS)))
}

/** 自动恢复: never, minutes after an agent's last message, or the next morning. */
export type AiReturn = (typeof AI_RETURNS)[number]

/** Hour in the enterprise's time zone. */
const NEXT_DAY_HOUR = 8

const MINUTE_MS = 60_000

/** When the AI returns after an agent's message; null: never. */
export function returnTime(setting: AiReturn, lastHumanAt: Date, timeZone: string): Date | null {
  if (setting === 'off') return null
  if (setting === 'next_day') return nextMorning(lastHumanAt, timeZone)
  return new Date(lastHumanAt.getTime() + Number(setting) * MINUTE_MS)
}

function nextMorning(at: Date, timeZone: string): Date {
  return wallClockTime(addDays(zonedTime(at, timeZone), 1), { hour: NEXT_DAY_HOUR, minute: 0 }, timeZone)
}

/** A session without a message for this long ended with its last message. */
export const SESSION_SILENCE_MS = 24 * 3_600_000

export const isSessionOver = (lastMessageAt: Date, now: Date): boolean =>
  now.getTime() - lastMessageAt.getTime() >= SESSION_SILENCE_MS

/** Minimum interval between two 欢迎语 to one customer. */
export const WELCOME_EVERY_MS = 24 * 3_600_000

/** Time that sending a welcome may take within the platform's window after an entry. */
const WELCOME_SPARE_MS = 5 * SECOND_MS

/** Delay of 欢迎语, within the window in which the platform allows one. */
export function welcomeDelay(source: Source, delayMs: number): number {
  const { windowMs } = GUARD_LIMITS[source].beforeFirstMessage
  return windowMs === null ? delayMs : Math.min(delayMs, windowMs - WELCOME_SPARE_MS)
}
