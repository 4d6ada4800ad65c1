import type { AI_RETURNS } from '@ruwu/contract'
import { addDays } from '../calendar-day.ts'
import { wallClockTime, zonedTime } from '../time-zone.ts'

const SECOND_MS = 1000

/** However fast a customer goes on writing, the first of their words waits no longer for an answer to begin. */
const MERGE_MOST_MS = 10 * SECOND_MS
/** How long the AI may think. */
export const ANSWER_LIMIT_MS = 20 * SECOND_MS
/** The hint after 转人工 sounds no sooner: whoever takes the customer up until then needs none. */
export const HANDOFF_HINT_MS = 2.5 * SECOND_MS
/** So many messages of the AI in a row that do not arrive, and people receive the customer. */
export const FAILED_MESSAGES_MAX = 2
/** Said at 转人工 while nobody is there. */
export const NOBODY_ONLINE_TEXT = '人工客服当前不在线，上线后会第一时间回复您'

/** When an answer to a burst begins: 合并等待 after its last word, and not too long after its first. */
export function answerDue(firstAt: Date, lastAt: Date, mergeSec: number): Date {
  const calm = lastAt.getTime() + mergeSec * SECOND_MS
  return new Date(Math.max(lastAt.getTime(), Math.min(calm, firstAt.getTime() + MERGE_MOST_MS)))
}

/** 自动恢复: never, so many minutes after the last word of a person, or the next morning. */
export type AiReturn = (typeof AI_RETURNS)[number]

/** By the enterprise's clock. */
const NEXT_DAY_HOUR = 8

const MINUTE_MS = 60_000

/** When the AI comes back after a person has said something; null: it does not. */
export function returnTime(setting: AiReturn, lastHumanAt: Date, timeZone: string): Date | null {
  if (setting === 'off') return null
  if (setting === 'next_day') return nextMorning(lastHumanAt, timeZone)
  return new Date(lastHumanAt.getTime() + Number(setting) * MINUTE_MS)
}

function nextMorning(at: Date, timeZone: string): Date {
  return wallClockTime(addDays(zonedTime(at, timeZone), 1), { hour: NEXT_DAY_HOUR, minute: 0 }, timeZone)
}

/** A session without any message for this long has ended with its last message. */
export const SESSION_SILENCE_MS = 24 * 3_600_000

export const isSessionOver = (lastMessageAt: Date, now: Date): boolean =>
  now.getTime() - lastMessageAt.getTime() >= SESSION_SILENCE_MS

/** Nobody is told 欢迎语 twice within this time. */
export const WELCOME_EVERY_MS = 24 * 3_600_000
