import type { EntId } from '@ruwu/contract'

/** The authenticated chat user of a request or socket. */
export type ChatIdentity = {
  entId: EntId
  userId: string
  /** The sign-in behind the token; its end closes the sockets opened with it. */
  sessionId: string
  /** An agent's console; it also receives its enterprise's events. */
  isAgent: boolean
  /** A visitor of /demo: no files are kept for them. */
  isVisitor?: boolean
}

/** Anybody may become one without being known to us: what they store is limited. */
export const isStranger = ({ isAgent, isVisitor = false }: ChatIdentity): boolean => !isAgent || isVisitor
