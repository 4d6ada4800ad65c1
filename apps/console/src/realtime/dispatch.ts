import { ConsoleEvent } from '@ruwu/contract'
import type { QueryClient } from '@tanstack/react-query'
import { onAgentEvent } from '../features/agent/index.ts'
import { onAiAgentEvent } from '../features/ai-agent/index.ts'
import { onAutomationEvent } from '../features/automation/index.ts'
import { onCardRuleEvent } from '../features/card-rule/index.ts'
import { onChannelEvent } from '../features/channel/index.ts'
// Imported by file: the features' index.ts would bundle the whole workbench, knowledge base and preview.
import { onCustomerEvent } from '../features/workbench/customer/customer.events.ts'
import { onKnowledgeEvent } from '../features/knowledge/knowledge.events.ts'
import { onLeadEvent } from '../features/lead/index.ts'
import { onMaterialEvent } from '../features/material/index.ts'
import { onMessageEvent } from '../features/workbench/thread/message.events.ts'
import { onPointsEvent } from '../features/points/points.events.ts'
import { onPreviewEvent } from '../features/preview/preview.events.ts'
import { onRoleEvent } from '../features/role/index.ts'
import { onTagEvent } from '../features/tag/index.ts'
import { onNotifyEvent } from '../notify/notify.ts'

/** Every feature receives every event and handles its own types. */
const features = [
  onAgentEvent,
  onRoleEvent,
  onChannelEvent,
  onMaterialEvent,
  onCardRuleEvent,
  onAiAgentEvent,
  onPreviewEvent,
  onPointsEvent,
  onAutomationEvent,
  onKnowledgeEvent,
  onCustomerEvent,
  onMessageEvent,
  onTagEvent,
  onLeadEvent,
  onNotifyEvent,
]

/** Unknown events (of a newer server) are skipped. */
export function dispatch(cache: QueryClient, type: string, payload: Record<string, unknown>) {
  const event = ConsoleEvent.safeParse({ ...payload, type })
  if (!event.success) return
  for (const onEvent of features) onEvent(cache, event.data)
}
