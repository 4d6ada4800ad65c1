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
import { EnterpriseEvent } from './enterprise.ts'
import { ExportEvent } from './export.ts'
import { FlowEvent } from './flow.ts'
import { KnowledgeEvent } from './knowledge.ts'
import { MaterialEvent } from './material.ts'
import { NoticeEvent } from './notice.ts'
import { NotifySettingEvent } from './notify-setting.ts'
import { OrderEvent } from './order.ts'
import { PersonalDataEvent } from './personal-data.ts'
import { PointsEvent } from './points.ts'
import { QuickReplyEvent } from './quick-reply.ts'
import { ReceptionPlanEvent } from './reception-plan.ts'
import { RoleEvent } from './role.ts'
import { ScheduledMessageEvent } from './scheduled-message.ts'
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
  ScheduledMessageEvent,
  PersonalDataEvent,
  ExportEvent,
  ...TagEvent.options,
  ...QuickReplyEvent.options,
  ...AiAgentEvent.options,
  ...KnowledgeEvent.options,
  ...PointsEvent.options,
  OrderEvent,
  ...AutomationEvent.options,
  ReceptionPlanEvent,
  ...BannedWordEvent.options,
  ...AutomationRuleEvent.options,
  ...FlowEvent.options,
  HintEvent,
  NoticeEvent,
  NotifySettingEvent,
])
export type ConsoleEvent = z.infer<typeof ConsoleEvent>
