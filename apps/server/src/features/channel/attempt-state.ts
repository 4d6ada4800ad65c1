import { hash } from 'node:crypto'
import type { AuthAttempt } from '../../channels/source.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { AttemptRow } from './attempt.repo.ts'

const PURPOSE = 'channel attempt'

/** What travels through the platform and the merchant's browser: sealed, so nobody can make or change one. */
type AttemptState = { attemptId: string; preCode: string }

export const sealState = (secrets: Secrets, state: AttemptState): string =>
  secrets.seal(PURPOSE, JSON.stringify(state)).toString('base64url')

/** Undefined for what we did not make. */
export function openState(secrets: Secrets, text: string): AttemptState | undefined {
  try {
    return JSON.parse(secrets.open(PURPOSE, Buffer.from(text, 'base64url'))) as AttemptState
  } catch {
    return undefined
  }
}

export const hashPreCode = (preCode: string): Buffer => hash('sha256', preCode, 'buffer')

export const codePurpose = (attemptId: string) => `channel attempt code ${attemptId}`

/** As the adapter wants it. The nonce needs no place of its own: only we know what it is made from. */
export function toAuthAttempt(row: Pick<AttemptRow, 'id' | 'preCodeHash' | 'expiresAt'>, state: string): AuthAttempt {
  return {
    attemptId: row.id,
    state,
    accountCode: row.id,
    nonce: hash('sha256', `nonce ${row.id} ${row.preCodeHash.toString('hex')}`).slice(0, 32),
    expiresAt: row.expiresAt,
  }
}
