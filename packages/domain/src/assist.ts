import type { ReceptionType } from '@ruwu/contract'

/** Help from the AI for the agent (AI 建议). */
export const ASSIST_TEXTS = { timedOut: '建议回复超时，请重试' } as const

/** Time limit of a suggestion. */
export const SUGGEST_LIMIT_MS = 10_000

type Waiting = { receptionType: ReceptionType; waitingSince: unknown; archive: boolean; isBlocked: boolean }

/** A person receives the customer, who waits for an answer: only then a reply is suggested. */
export const waitsForPerson = ({ receptionType, waitingSince, archive, isBlocked }: Waiting): boolean =>
  receptionType === 'manual' && waitingSince !== null && !archive && !isBlocked
