import type { ReceptionMode } from '@ruwu/contract'
import { type Reception, startingReception } from '@ruwu/domain'

/** The default plan lets the AI receive around the clock; no account has published an AI agent so far. */
export const startingOf = (account: { receptionMode: ReceptionMode }): Reception =>
  startingReception({
    accountMode: account.receptionMode,
    planMode: 'ai_agent',
    isAvailable: true,
    isPublished: false,
  })
