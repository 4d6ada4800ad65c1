import type { EntId } from '@ruwu/contract'

/** Who is calling the chat service, or holds a socket: a user of a space. */
export type ChatIdentity = {
  entId: EntId
  userId: string
  /** The sign-in behind the token; its end closes the sockets opened with it. */
  sessionId: string
  /** An agent's console; it also hears its enterprise's events. */
  isAgent: boolean
}
