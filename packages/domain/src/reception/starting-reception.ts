import type { AiOffReason, ReceptionMode, ReceptionType } from '@ruwu/contract'

export type Reception = { receptionType: ReceptionType; aiOffReason: AiOffReason | null }

export type StartingSituation = {
  /** The account's switch. */
  accountMode: ReceptionMode
  /** Reception type of the plan's current period. */
  planMode: ReceptionType
  /** The points balance allows AI answers. */
  isAvailable: boolean
  /** The account has a published AI agent. */
  isPublished: boolean
}

/** Reception type of a new session. */
export function startingReception({ accountMode, planMode, isAvailable, isPublished }: StartingSituation): Reception {
  if (planMode === 'workflow') return { receptionType: 'workflow', aiOffReason: 'schedule' }
  if (accountMode === 'close' || planMode === 'manual') return { receptionType: 'manual', aiOffReason: 'schedule' }
  if (!isAvailable) return { receptionType: 'manual', aiOffReason: 'points' }
  if (!isPublished) return { receptionType: 'manual', aiOffReason: 'error' }
  return { receptionType: 'ai_agent', aiOffReason: null }
}
