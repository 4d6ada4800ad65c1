import type { EntId } from '@ruwu/contract'

/** The authenticated chat user of a request or socket. */
export type ChatIdentity = {
  entId: EntId
  userId: string
  /** The sign-in behind the token; its end closes the sockets opened with it. */
  sessionId: string
  /** An agent's console; it also receives its enterprise's events. */
  isAgent: boolean
}
