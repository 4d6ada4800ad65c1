import { changeReception, NOT_POSTPONED, type Reception, type ReceptionCause, type ReceptionChange } from '@ruwu/domain'
import { appendLine, type CustomerChange, changeSession } from './customer-change.ts'

/**
 * Applies a cause to the reception state machine (domain: changeReception): row fields, session path, system lines and events. A cause
 * that does not apply changes nothing.
 */
export function changeCustomerReception(change: CustomerChange, cause: ReceptionCause, now: Date): ReceptionChange {
  const { customer: row } = change
  const { receptionType, receptionEpoch, aiOffReason, autoEnableAt, agentId, archive } = row
  const result = changeReception({ receptionType, receptionEpoch, aiOffReason, autoEnableAt, agentId, archive }, cause)
  if (!result.hasChanged) return result
  const { state } = result
  setReception(change, state, now)
  if (state.agentId !== agentId) Object.assign(row, { agentId: state.agentId, agentSince: state.agentId ? now : null })
  row.archive = state.archive
  if (state.archive || state.agentId !== agentId) Object.assign(row, NOT_POSTPONED)
  if (result.hint === 'handoff') row.handoffAt = now
  else if (state.archive || state.receptionType !== 'manual') row.handoffAt = null
  change.events.push(...result.events)
  for (const line of result.lines) appendLine(change, line, now)
  return result
}

/** Another reception type gets another epoch: guards refuse work that was begun under an older one (fencing token). */
export function setReception(change: CustomerChange, to: Reception & { autoEnableAt?: Date | null }, now: Date): void {
  const { customer: row, session: open } = change
  const isOther = row.receptionType !== to.receptionType
  row.aiOffReason = to.aiOffReason
  row.autoEnableAt = to.autoEnableAt ?? null
  if (!isOther) return
  row.receptionType = to.receptionType
  row.receptionEpoch += 1
  if (to.receptionType === 'manual') row.manualSince = now
  if (open) changeSession(change, open, { receptionPath: [...open.receptionPath, to.receptionType] })
}
