import { z } from 'zod'
import { AgentEvent } from './agent.ts'
import { AiAgentEvent } from './ai-agent.ts'
import { AutomationEvent } from './automation.ts'
import { BannedWordEvent } from './banned-word.ts'
import { AutomationRuleEvent } from './automation-rule.ts'
import { CardRuleEvent } from './card-rule.ts'
import { CertifyEvent } from './certify.ts'
import { ChannelEvent } from './channel.ts'
import { CustomerEvent, HintEvent, SeatEvent, ViewersEvent } from './customer-event.ts'
import { CustomerSettingEvent } from './customer-setting.ts'
import { endpoint } from './endpoint.ts'
import { EnterpriseEvent } from './enterprise.ts'
import { ExportEvent } from './export.ts'
import { KnowledgeEvent } from './knowledge.ts'
import { MaterialEvent } from './material.ts'
import { PersonalDataEvent } from './personal-data.ts'
import { PointsEvent } from './points.ts'
import { QuickReplyEvent } from './quick-reply.ts'
import { ReceptionPlanEvent } from './reception-plan.ts'
import { RoleEvent } from './role.ts'
import { TagEvent } from './tag.ts'

/** Every event a console socket can receive; each contract module declares its own. */
export const ConsoleEvent = z.discriminatedUnion('type', [
  ...EnterpriseEvent.options,
  ...AgentEvent.options,
  ...RoleEvent.options,
  ...CertifyEvent.options,
  ...ChannelEvent.options,
  ...MaterialEvent.options,
  ...CardRuleEvent.options,
  ...CustomerEvent.options,
  ...CustomerSettingEvent.options,
  SeatEvent,
  ViewersEvent,
  PersonalDataEvent,
  ExportEvent,
  ...TagEvent.options,
  ...QuickReplyEvent.options,
  ...AiAgentEvent.options,
  ...KnowledgeEvent.options,
  ...PointsEvent.options,
  ...AutomationEvent.options,
  ReceptionPlanEvent,
  ...BannedWordEvent.options,
  ...AutomationRuleEvent.options,
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
