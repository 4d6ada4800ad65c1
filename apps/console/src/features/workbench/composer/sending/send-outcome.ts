import { ERRORS } from '@ruwu/contract'
import type { GuardHit } from '@ruwu/domain'
import { messageOf, NetworkError, ResultError, SessionEnded } from '../../../../api/errors.ts'

/** The compliance check's refusal of a message. */
export type Refusal = {
  message: string
  hits: readonly GuardHit[]
  /** The text with words replaced, when a replacement is enough. */
  replaced: string | undefined
}

type SendOutcome =
  /** No network: retried when it is back. */
  | { kind: 'unreachable' }
  /** Signed out: kept for the next sign-in. */
  | { kind: 'signedOut' }
  | { kind: 'failed'; reason: string }
  /** A colleague received the customer first, or the customer is no longer visible. */
  | { kind: 'lost'; reason: string }
  | { kind: 'blocked'; refusal: Refusal }
  /** Can be sent after the agent confirms. */
  | { kind: 'warned'; refusal: Refusal }

/** The meaning of a failed send. */
export function outcomeOf(error: unknown): SendOutcome {
  if (error instanceof SessionEnded) return { kind: 'signedOut' }
  if (error instanceof NetworkError) return { kind: 'unreachable' }
  if (error instanceof ResultError && error.code === ERRORS.compliance.code) return complianceOutcome(error)
  const isLost = error instanceof ResultError && LOST.has(error.code)
  return { kind: isLost ? 'lost' : 'failed', reason: messageOf(error) }
}

const LOST: ReadonlySet<number> = new Set([ERRORS.taken.code, ERRORS.notFound.code])

type ComplianceData = { hits?: GuardHit[]; level?: string; canConfirm?: boolean; text?: string }

function complianceOutcome({ message, data }: ResultError): SendOutcome {
  const { hits = [], level, canConfirm = false, text } = (data ?? {}) as ComplianceData
  const refusal = { message, hits, replaced: level === 'replace' ? text : undefined }
  return { kind: canConfirm ? 'warned' : 'blocked', refusal }
}
