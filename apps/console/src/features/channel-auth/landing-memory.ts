import type { Memory } from '../../browser/storage.ts'

const KEY = 'ruwu.visitBegun'
const NAME_LENGTH = 8

/** A visit lasts from sign-in to sign-out, in all tabs; the beginning of its token is name enough. */
const visitOf = (token: string) => token.slice(0, NAME_LENGTH)

/** Only the start of a visit leads to the landing page; afterwards one may work without an account. */
export const needsLanding = (memory: Memory, token: string) => memory.get(KEY) !== visitOf(token)

export const rememberLanding = (memory: Memory, token: string) => memory.set(KEY, visitOf(token))
