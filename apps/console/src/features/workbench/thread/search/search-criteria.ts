import type { CallArgs, searchApi } from '@ruwu/contract'
import { addDays, parseDay, startOfDay } from '@ruwu/domain'

type Body = CallArgs<typeof searchApi.thread>['body']

export type SearchType = 'all' | NonNullable<Body['messageType']>

/** What is looked for in a conversation. Days are `YYYY-MM-DD`, both included; empty ones leave that end open. */
export type SearchCriteria = { keyword: string; type: SearchType; from: string; to: string }

export const NO_CRITERIA: SearchCriteria = { keyword: '', type: 'all', from: '', to: '' }

/** Without anything to look for every message would be a hit. */
export const isAsking = ({ keyword, type, from, to }: SearchCriteria) =>
  keyword.trim() !== '' || type !== 'all' || from !== '' || to !== ''

/** The question to the server; days are the enterprise's. */
export function searchBody(
  customerId: Body['customerId'],
  { keyword, type, from, to }: SearchCriteria,
  timeZone: string,
): Body {
  const first = parseDay(from)
  const last = parseDay(to)
  return {
    customerId,
    keyword: keyword.trim(),
    ...(type === 'all' ? {} : { messageType: type }),
    ...(first ? { from: startOfDay(first, timeZone).toISOString() } : {}),
    ...(last ? { to: startOfDay(addDays(last, 1), timeZone).toISOString() } : {}),
  }
}
