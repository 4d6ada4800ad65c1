import type { CallArgs, searchApi } from '@ruwu/contract'
import { addDays, parseDay, startOfDay } from '@ruwu/domain'

type Body = CallArgs<typeof searchApi.thread>['body']

export type SearchType = 'all' | NonNullable<Body['messageType']>

/** Criteria of the search in a thread. Days are `YYYY-MM-DD`, inclusive; an empty one leaves that end open. */
export type SearchCriteria = { keyword: string; type: SearchType; from: string; to: string }

export const NO_CRITERIA: SearchCriteria = { keyword: '', type: 'all', from: '', to: '' }

/** Without criteria every message would match. */
export const isAsking = ({ keyword, type, from, to }: SearchCriteria) =>
  keyword.trim() !== '' || type !== 'all' || from !== '' || to !== ''

/** The request; days are in the enterprise's time zone. */
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
