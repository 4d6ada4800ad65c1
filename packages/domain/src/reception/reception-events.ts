import type { AgentId } from '@ruwu/contract'
import type { BareCustomerEvent, ReceptionState } from './reception-state.ts'

/** The AI returned by itself (no operator). */
export const AI_BACK: BareCustomerEvent = { type: 'cus_delay_auto_enable_ai', operatorId: null }

export const aiEvent = (enableAi: boolean, operatorId: AgentId | null): BareCustomerEvent => ({
  type: 'cus_change_enable_ai',
  enableAi,
  operatorId,
})

export const flowEvent = (enableWorkflow: boolean, operatorId: AgentId | null): BareCustomerEvent => ({
  type: 'cus_change_enable_workflow',
  enableWorkflow,
  operatorId,
})

export const archiveEvent = (archive: boolean, operatorId: AgentId | null): BareCustomerEvent => ({
  type: 'cus_change_archive',
  archive,
  operatorId,
})

export const aiGoneEvent = (
  { aiOffReason, autoEnableAt }: ReceptionState,
  operatorId: AgentId | null,
): BareCustomerEvent => ({
  type: 'cus_auto_disable_ai',
  aiOffReason: aiOffReason ?? 'schedule',
  autoEnableAt: autoEnableAt?.toISOString() ?? null,
  operatorId,
})

export const infoEvent = (
  { aiOffReason, autoEnableAt }: ReceptionState,
  operatorId: AgentId | null,
): BareCustomerEvent => ({
  type: 'agent_update_customer_info',
  changed: { aiOffReason, autoEnableAt: autoEnableAt?.toISOString() ?? null },
  operatorId,
})
