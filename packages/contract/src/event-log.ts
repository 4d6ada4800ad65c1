import { z } from 'zod'
import { endpoint } from './endpoint.ts'

// Apart from the events themselves: the sign-in page reads the log's position, and must not load the whole contract.

const EVENT_PAGE_MAX = 500
export const EVENT_KEEP_DAYS = 7

export const LoggedEvent = z.object({
  seq: z.number().int(),
  type: z.string(),
  payload: z.record(z.string(), z.unknown()),
})
export type LoggedEvent = z.infer<typeof LoggedEvent>

export const eventApi = {
  list: endpoint({
    method: 'POST',
    path: '/v1/im/event/list',
    isRead: true,
    access: 'login',
    summary: '补取错过的事件',
    body: z.object({
      /** Cursor: the last known seq; without it only the newest seq is answered. */
      after: z.number().int().min(0).nullish(),
      limit: z.number().int().min(1).max(EVENT_PAGE_MAX).default(EVENT_PAGE_MAX),
    }),
    data: z.object({
      items: z.array(LoggedEvent),
      /** Events up to this seq are in the response, or are not visible to this agent. */
      last: z.number().int(),
      hasMore: z.boolean(),
      /** True when the cursor is older than the retained log: the client refetches everything. */
      reset: z.boolean(),
    }),
  }),
}
