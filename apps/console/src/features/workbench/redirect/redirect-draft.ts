import { TRANSFER_NOTE_MAX, type AgentId, type TransferTarget } from '@ruwu/contract'
import { isTooLong } from '@ruwu/domain'
import { texts } from '../texts.ts'

export type RedirectDraft = { agentId: AgentId | undefined; reason: string | undefined; note: string }

/** What is still missing or too much, by field. */
export const problemsOfRedirect = ({ agentId, reason, note }: RedirectDraft) => ({
  agentId: agentId ? undefined : texts.chooseTarget,
  reason: reason ? undefined : texts.chooseReason,
  note: isTooLong(note, TRANSFER_NOTE_MAX) ? texts.noteTooLong(TRANSFER_NOTE_MAX) : undefined,
})

/** Who is chosen can be away or have their hands full: it is possible, and worth a word. */
export function warningOf(target: TransferTarget | undefined): string | undefined {
  if (!target) return undefined
  if (!target.isOnline) return texts.targetAway
  return target.current >= target.limit ? texts.targetFull : undefined
}
