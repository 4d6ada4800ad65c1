import { TRANSFER_NOTE_MAX, type AgentId, type TransferTarget } from '@ruwu/contract'
import { isTooLong } from '@ruwu/domain'
import { texts } from '../texts.ts'

export type RedirectDraft = { agentId: AgentId | undefined; reason: string | undefined; note: string }

/** Validation messages by field. */
export const problemsOfRedirect = ({ agentId, reason, note }: RedirectDraft) => ({
  agentId: agentId ? undefined : texts.chooseTarget,
  reason: reason ? undefined : texts.chooseReason,
  note: isTooLong(note, TRANSFER_NOTE_MAX) ? texts.noteTooLong(TRANSFER_NOTE_MAX) : undefined,
})

/** Warning when the chosen agent is offline or at their limit; the transfer is allowed all the same. */
export function warningOf(target: TransferTarget | undefined): string | undefined {
  if (!target) return undefined
  if (!target.isOnline) return texts.targetAway
  return target.current >= target.limit ? texts.targetFull : undefined
}
