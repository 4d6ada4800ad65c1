import type { Memory } from '../../browser/storage.ts'

const KEY = 'ruwu.visitBegun'
const NAME_LENGTH = 8

/** One sign-in, in all tabs, identified by a prefix of its token. */
const visitOf = (token: string) => token.slice(0, NAME_LENGTH)

/**
 * Only the start of a sign-in session redirects to the landing page; afterwards the agent may work without an account.
 */
export const needsLanding = (memory: Memory, token: string) => memory.get(KEY) !== visitOf(token)

export const rememberLanding = (memory: Memory, token: string) => memory.set(KEY, visitOf(token))
