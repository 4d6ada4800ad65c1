import { hash } from 'node:crypto'
import type { AuthAttempt } from '../../channels/source.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { AttemptRow } from './attempt.repo.ts'

const PURPOSE = 'channel attempt'

/** OAuth state parameter, sealed (authenticated encryption), so that it can't be forged. */
type AttemptState = { attemptId: string; preCode: string }

export const sealState = (secrets: Secrets, state: AttemptState): string =>
  secrets.seal(PURPOSE, JSON.stringify(state)).toString('base64url')

/** Undefined for a forged or foreign state. */
export function openState(secrets: Secrets, text: string): AttemptState | undefined {
  try {
    return JSON.parse(secrets.open(PURPOSE, Buffer.from(text, 'base64url'))) as AttemptState
  } catch {
    return undefined
  }
}

export const hashPreCode = (preCode: string): Buffer => hash('sha256', preCode, 'buffer')

export const codePurpose = (attemptId: string) => `channel attempt code ${attemptId}`

/** Attempt for the adapter. The nonce is derived from the secret pre-code hash, so it needs no column. */
export function toAuthAttempt(row: Pick<AttemptRow, 'id' | 'preCodeHash' | 'expiresAt'>, state: string): AuthAttempt {
  return {
    attemptId: row.id,
    state,
    accountCode: row.id,
    nonce: hash('sha256', `nonce ${row.id} ${row.preCodeHash.toString('hex')}`).slice(0, 32),
    expiresAt: row.expiresAt,
  }
}
