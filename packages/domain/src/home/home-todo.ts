import { type CustomerFilter, SCOPE } from '@ruwu/contract'
import { DEFAULT_CUSTOMER_FILTER, filterToQuery } from '../customer-list/index.ts'

const filterOf = (filter: Partial<CustomerFilter>): CustomerFilter => ({ ...DEFAULT_CUSTOMER_FILTER, ...filter })

/** The lists of customers behind the cards of 待办: the console opens them, the server counts their rows. */
export const TODO_FILTERS = {
  waitingMine: filterOf({ scope: SCOPE.mine, replyState: 1 }),
  unassigned: filterOf({ scope: SCOPE.unassigned }),
  myUnread: filterOf({ scope: SCOPE.mine, unread: true }),
  handoffWaiting: filterOf({ scope: SCOPE.unassigned, offReason: 'handoff' }),
  sendFailed: filterOf({ scope: SCOPE.mine, sendResult: 2 }),
} as const

/** The list behind a card of 待办; 待我回复 has who waits the longest first. */
export const todoPath = (name: keyof typeof TODO_FILTERS): string =>
  `/chat?${filterToQuery({ filter: TODO_FILTERS[name], sort: name === 'waitingMine' ? 'longestWait' : 'latest' })}`

/** 待我回复 is shown red above it. */
const LONG_WAIT_SEC = 300

export const isLongWait = (seconds: number): boolean => seconds > LONG_WAIT_SEC
