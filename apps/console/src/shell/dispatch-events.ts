import { ConsoleEvent } from '@ruwu/contract'
import type { QueryClient } from '@tanstack/react-query'
import { onAgentEvent } from '../features/agent/agent.events.ts'
import { onAiAgentEvent } from '../features/ai-agent/ai-agent.events.ts'
import { onAutomationEvent } from '../features/automation/automation.events.ts'
import { onBannedWordEvent } from '../features/banned-word/banned-word.events.ts'
import { onAutomationRuleEvent } from '../features/automation-rule/automation-rule.events.ts'
import { onCardRuleEvent } from '../features/card-rule/card-rule.events.ts'
import { onCertifyEvent } from '../features/certify/certify.events.ts'
import { onChannelEvent } from '../features/channel/channel.events.ts'
import { onCustomerSettingEvent } from '../features/customer-setting/customer-setting.events.ts'
import { onEnterpriseEvent } from '../features/enterprise/enterprise.events.ts'
import { onExportEvent } from '../features/export/export.events.ts'
import { onFlowEvent } from '../features/flow/flow.events.ts'
import { onHomeEvent } from '../features/home/home.events.ts'
import { onKnowledgeEvent } from '../features/knowledge/knowledge.events.ts'
import { onLeadEvent } from '../features/lead/lead.events.ts'
import { onMaterialEvent } from '../features/material/material.events.ts'
import { onNoticeEvent } from '../features/notice/notice.events.ts'
import { onNotifySettingEvent } from '../features/notify-setting/notify-setting.events.ts'
import { onOrderEvent } from '../features/order/order.events.ts'
import { onPointsEvent } from '../features/points/points.events.ts'
import { onPreviewEvent } from '../features/preview/preview.events.ts'
import { onQuickReplyEvent } from '../features/quick-reply/quick-reply.events.ts'
import { onReceptionPlanEvent } from '../features/reception-plan/reception-plan.events.ts'
import { onRoleEvent } from '../features/role/role.events.ts'
import { onTagEvent } from '../features/tag/tag.events.ts'
import { onCustomerEvent, onMessageEvent } from '../features/workbench/index.ts'
import { report } from '../monitoring/monitoring.ts'
import { onNotifyEvent } from '../notify/notify.ts'

// The features' `*.events.ts` are imported directly: their index.ts would bundle components into the shell's chunk (the workbench's has none).

/** Every feature receives every event and handles its own types. */
const features = [
  onEnterpriseEvent,
  onCustomerSettingEvent,
  onAgentEvent,
  onRoleEvent,
  onCertifyEvent,
  onChannelEvent,
  onMaterialEvent,
  onCardRuleEvent,
  onAiAgentEvent,
  onPreviewEvent,
  onPointsEvent,
  onOrderEvent,
  onAutomationEvent,
  onBannedWordEvent,
  onReceptionPlanEvent,
  onAutomationRuleEvent,
  onFlowEvent,
  onKnowledgeEvent,
  onCustomerEvent,
  onMessageEvent,
  onTagEvent,
  onQuickReplyEvent,
  onLeadEvent,
  onExportEvent,
  onHomeEvent,
  onNoticeEvent,
  onNotifySettingEvent,
  onNotifyEvent,
]

const types: ReadonlySet<string> = new Set(ConsoleEvent.options.map(({ shape }) => shape.type.value))

/**
 * False when the cache may lack the change: an event of a known type could not be read, or a feature failed with it.
 * The other features still receive it. Types of a newer server are skipped.
 */
export function dispatchEvent(cache: QueryClient, type: string, payload: Record<string, unknown>): boolean {
  if (!types.has(type)) return true
  const event = ConsoleEvent.safeParse({ ...payload, type })
  if (!event.success) {
    report(new Error(`Event ${type} does not match its contract: ${event.error.message}`))
    return false
  }
  let isApplied = true
  for (const onEvent of features) {
    try {
      onEvent(cache, event.data)
    } catch (error) {
      report(error)
      isApplied = false
    }
  }
  return isApplied
}
