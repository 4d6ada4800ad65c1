import { changeReception, type Reception, type ReceptionCause, type ReceptionChange } from '@ruwu/domain'
import { appendLine, type Case, changeSession } from './customer-change.ts'

/**
 * What becomes of a customer's reception for this cause: the fields, the session's path, the lines of the thread and the events,
 * as one. A cause that does not apply changes nothing.
 */
export function changeCase(of: Case, cause: ReceptionCause, now: Date): ReceptionChange {
  const { customer: row } = of
  const { receptionType, receptionEpoch, aiOffReason, autoEnableAt, agentId, archive } = row
  const change = changeReception({ receptionType, receptionEpoch, aiOffReason, autoEnableAt, agentId, archive }, cause)
  if (!change.hasChanged) return change
  const { state } = change
  setReception(of, state, now)
  if (state.agentId !== agentId) Object.assign(row, { agentId: state.agentId, agentSince: state.agentId ? now : null })
  row.archive = state.archive
  of.events.push(...change.events)
  for (const line of change.lines) appendLine(of, line, now)
  return change
}

/** Another type of reception gets another epoch; what was begun under the old one no longer holds. */
export function setReception(of: Case, to: Reception & { autoEnableAt?: Date | null }, now: Date): void {
  const { customer: row, session: open } = of
  const isOther = row.receptionType !== to.receptionType
  row.aiOffReason = to.aiOffReason
  row.autoEnableAt = to.autoEnableAt ?? null
  if (!isOther) return
  row.receptionType = to.receptionType
  row.receptionEpoch += 1
  if (to.receptionType === 'manual') row.manualSince = now
  if (open) changeSession(of, open, { receptionPath: [...open.receptionPath, to.receptionType] })
}
