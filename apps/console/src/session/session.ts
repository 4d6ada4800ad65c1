import { AgentId, EntId, type SignedIn } from '@ruwu/contract'
import { clearedCookieStrings, readSessionCookies, sessionCookieStrings, type SessionCookies } from '@ruwu/domain'
import { demoFrame } from '../browser/demo-frame.ts'

type Session = { token: string; entId: EntId; agentId: AgentId; entName: string }

let visitor = demoFrame?.session

let held: { session: Session | undefined } | undefined

/**
 * The cookies are storage of the console only; the server reads the Authorization header alone. Read once per task: reading
 * document.cookie is a synchronous cross-process call, and a page that opens makes twenty calls at once.
 */
export function readSession(): Session | undefined {
  if (demoFrame) return visitor && { ...visitor, agentId: visitor.id }
  if (!held) {
    held = { session: parseSession() }
    queueMicrotask(forgetHeld)
  }
  return held.session
}

function forgetHeld() {
  held = undefined
}

function parseSession(): Session | undefined {
  const cookies = readSessionCookies(document.cookie)
  if (!cookies) return undefined
  const entId = EntId.safeParse(cookies.entId)
  const agentId = AgentId.safeParse(cookies.agentId)
  if (!entId.success || !agentId.success) return undefined
  return { token: cookies.authorization, entId: entId.data, agentId: agentId.data, entName: cookies.entName }
}

/** Tokens by those that they replaced, since the sign-in. */
const successors = new Map<string, string>()

export function writeSession({ token, entId, id, entName }: SignedIn) {
  successors.clear()
  write({ authorization: token, entId, agentId: id, entName })
}

/** After a password change the session continues under a new token. */
export function replaceToken(token: string) {
  if (demoFrame) return
  const cookies = readSessionCookies(document.cookie)
  if (!cookies) return
  successors.set(cookies.authorization, token)
  write({ ...cookies, authorization: token })
}

/** The present token of the session that a token began: an open socket stays with the one it was opened with. */
export function successorOf(token: string): string {
  const next = successors.get(token)
  return next === undefined ? token : successorOf(next)
}

export function clearSession() {
  visitor = undefined
  if (demoFrame) return
  forgetHeld()
  for (const cookie of clearedCookieStrings(location.hostname)) document.cookie = cookie
}

function write(cookies: SessionCookies) {
  if (demoFrame) return
  forgetHeld()
  for (const cookie of sessionCookieStrings(cookies, location.hostname)) document.cookie = cookie
}
