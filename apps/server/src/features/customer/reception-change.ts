import type { AgentId, AiOffReason, ReceptionType } from '@ruwu/contract'
import type { Reception } from '@ruwu/domain'
import { appendLine, type BareEvent, type Case, changeSession } from './case.ts'

/** Another type of reception gets another epoch; what was begun under the old one no longer holds. */
export function setReception(of: Case, to: Reception & { autoEnableAt?: Date | null }, now: Date): boolean {
  const { customer: row, session: open } = of
  const isOther = row.receptionType !== to.receptionType
  row.aiOffReason = to.aiOffReason
  row.autoEnableAt = to.autoEnableAt ?? null
  if (!isOther) return false
  row.receptionType = to.receptionType
  row.receptionEpoch += 1
  if (to.receptionType === 'manual') row.manualSince = now
  if (open) changeSession(of, open, { receptionPath: [...open.receptionPath, to.receptionType] })
  return true
}

/** A person spoke where the AI or a workflow was answering: they fall silent. */
export function yieldToPerson(of: Case, operatorId: AgentId | null, now: Date): void {
  const { customer: row } = of
  const from = row.receptionType
  if (from === 'manual') {
    if (row.aiOffReason !== 'schedule' && row.aiOffReason !== 'points') return
    row.aiOffReason = 'human_reply'
    of.events.push({
      type: 'agent_update_customer_info',
      changed: { aiOffReason: row.aiOffReason, autoEnableAt: null },
      operatorId,
    })
    return
  }
  setReception(of, { receptionType: 'manual', aiOffReason: 'human_reply' }, now)
  appendLine(
    of,
    { kind: 'reception', text: from === 'ai_agent' ? 'AI 托管已关闭：人工回复' : '工作流已结束：人工回复' },
    now,
  )
  if (from === 'workflow') of.events.push({ type: 'cus_change_enable_workflow', enableWorkflow: false, operatorId })
  else of.events.push({ type: 'cus_auto_disable_ai', aiOffReason: 'human_reply', autoEnableAt: null, operatorId })
}

/** A known customer's new session begins as the plan says. */
export function receiveAnew(of: Case, to: Reception, now: Date): void {
  const { receptionType: from, aiOffReason: reason } = of.customer
  const hadReturn = of.customer.autoEnableAt !== null
  if (!setReception(of, to, now)) {
    if (reason === to.aiOffReason && !hadReturn) return
    of.events.push({
      type: 'agent_update_customer_info',
      changed: { aiOffReason: to.aiOffReason, autoEnableAt: null },
      operatorId: null,
    })
    return
  }
  if (from === 'ai_agent') of.events.push(aiOff(to.aiOffReason ?? 'schedule'))
  if (from === 'workflow')
    of.events.push({ type: 'cus_change_enable_workflow', enableWorkflow: false, operatorId: null })
  if (to.receptionType === 'ai_agent') of.events.push({ type: 'cus_delay_auto_enable_ai', operatorId: null })
  if (to.receptionType === 'workflow')
    of.events.push({ type: 'cus_change_enable_workflow', enableWorkflow: true, operatorId: null })
  appendLine(of, { kind: 'reception', text: `新会话，由${RECEPTION_WORDS[to.receptionType]}接待` }, now)
}

const RECEPTION_WORDS: Record<ReceptionType, string> = { ai_agent: ' AI ', workflow: '工作流', manual: '人工' }

const aiOff = (aiOffReason: AiOffReason): BareEvent => ({
  type: 'cus_auto_disable_ai',
  aiOffReason,
  autoEnableAt: null,
  operatorId: null,
})
