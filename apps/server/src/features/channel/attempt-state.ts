import { hash } from 'node:crypto'
import type { EntId, Source } from '@ruwu/contract'
import type { Secrets } from '../../platform/secrets.ts'

/** What comes back through platform and browser: which attempt, of which enterprise, until when. */
type AttemptState = { entId: EntId; attemptId: string; preCode: string; expiresAt: Date }

/** Bound to its use: a state of one source opens nothing for the other. */
const purposeOf = (source: Source) => `channel attempt ${source}`

/** Sealed (authenticated encryption, our own key), so that it can't be forged or altered. */
export const sealState = (secrets: Secrets, source: Source, state: AttemptState): string =>
  secrets.seal(purposeOf(source), JSON.stringify(state)).toString('base64url')

/** Undefined for a forged or foreign state. */
export function openState(secrets: Secrets, source: Source, text: string): AttemptState | undefined {
  try {
    const state = JSON.parse(secrets.open(purposeOf(source), Buffer.from(text, 'base64url'))) as AttemptState
    return { ...state, expiresAt: new Date(state.expiresAt) }
  } catch {
    return undefined
  }
}

export const hashPreCode = (preCode: string): Buffer => hash('sha256', preCode, 'buffer')

export const codePurpose = (attemptId: string) => `channel attempt code ${attemptId}`
