import type { AgentId, EntId, SecondStepDemand, SignedIn } from '@ruwu/contract'
import type { Transaction } from '../../db/database.ts'

/** A sign-in whose password was right. */
export type PendingLogin = {
  entId: EntId
  agentId: AgentId
  name: string
  entName: string
  telephone: string
  passwordHash: string
  /** Of the password that replaces a one-time one. */
  newHash: string | null
}

export type Opened = SignedIn & { recoveryCodes: string[] }
type WaitingLogin = { login: PendingLogin; setupSecret: string | null }

/** What a sign-in needs besides the password; passed in, because totp depends on auth. */
export type SecondStep = {
  /** Undefined: nothing more. */
  demand(login: PendingLogin): Promise<SecondStepDemand | undefined>
  /** The sign-in that a challenge stands for. Counts a try; `isLast`: should it fail, the next is refused unread. */
  read(challenge: string): Promise<WaitingLogin & { isLast: boolean }>
  /** Uses the code up; a wrong one throws a FieldError. Returns recovery codes created by a set-up. */
  accept(tx: Transaction, waiting: WaitingLogin, code: string, ip: string, now: Date): Promise<string[]>
}
