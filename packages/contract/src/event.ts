import { z } from 'zod'
import { AgentEvent } from './agent.ts'
import { AiAgentEvent } from './ai-agent.ts'
import { AutomationEvent } from './automation.ts'
import { CardRuleEvent } from './card-rule.ts'
import { ChannelEvent } from './channel.ts'
import { CustomerEvent, HintEvent, SeatEvent, ViewersEvent } from './customer-event.ts'
import { endpoint } from './endpoint.ts'
import { KnowledgeEvent } from './knowledge.ts'
import { MaterialEvent } from './material.ts'
import { PointsEvent } from './points.ts'
import { RoleEvent } from './role.ts'
import { TagEvent } from './tag.ts'

/** Everything an open console can learn of while it is looking; each feature declares its own events. */
export const ConsoleEvent = z.discriminatedUnion('type', [
  ...AgentEvent.options,
  ...RoleEvent.options,
  ...ChannelEvent.options,
  ...MaterialEvent.options,
  ...CardRuleEvent.options,
  ...CustomerEvent.options,
  SeatEvent,
  ViewersEvent,
  ...TagEvent.options,
  ...AiAgentEvent.options,
  ...KnowledgeEvent.options,
  ...PointsEvent.options,
  ...AutomationEvent.options,
  HintEvent,
])
export type ConsoleEvent = z.infer<typeof ConsoleEvent>

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
      /** The last number known; without it only the newest number is answered. */
      after: z.number().int().min(0).nullish(),
      limit: z.number().int().min(1).max(EVENT_PAGE_MAX).default(EVENT_PAGE_MAX),
    }),
    data: z.object({
      items: z.array(LoggedEvent),
      /** Everything up to this number has been answered (or was not meant for this agent). */
      last: z.number().int(),
      hasMore: z.boolean(),
      /** True when the numbers asked for are older than what is kept: refetch everything. */
      reset: z.boolean(),
    }),
  }),
}
