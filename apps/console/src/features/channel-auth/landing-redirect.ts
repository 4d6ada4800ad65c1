import type { KeyValueStorage } from '../../browser/storage.ts'

const KEY = 'ruwu.visitBegun'
const NAME_LENGTH = 8

/** One sign-in, in all tabs, identified by a prefix of its token. */
const sessionPrefix = (token: string) => token.slice(0, NAME_LENGTH)

/**
 * Only the start of a sign-in session redirects to the landing page; afterwards the agent may work without an account.
 */
export const needsLanding = (memory: KeyValueStorage, token: string) => memory.get(KEY) !== sessionPrefix(token)

export const rememberLanding = (memory: KeyValueStorage, token: string) => memory.set(KEY, sessionPrefix(token))
