import { hash } from 'node:crypto'
import type { Clock } from '../../platform/clock.ts'
import type { Bus } from '../../realtime/bus.ts'
import type { ChatIdentity } from '../../platform/http/chat-identity.ts'

/** How long a token's owner is believed without asking again; an announced end counts at once. */
const BELIEVED_MS = 10_000
const MOST = 50_000

type Entry = { identity: ChatIdentity; until: number }
/** `before` is whose it was when last asked; a token never changes from an agent's to a chat user's. */
type Find = (token: string, before: ChatIdentity | undefined) => Promise<ChatIdentity | undefined>

/** Remembers whose a token is between the messages of a busy client. */
export class IdentityMemory {
  private readonly clock: Clock
  private readonly find: Find
  private readonly byToken = new Map<string, Entry>()
  readonly close: () => void

  constructor(deps: { clock: Clock; bus: Bus; find: Find }) {
    this.clock = deps.clock
    this.find = deps.find
    this.close = deps.bus.subscribe((message) => {
      if (message.kind === 'revoked') this.forget(new Set(message.sessionIds))
      if (message.kind === 'token-replaced') this.forget(new Set([message.sessionId]))
    })
  }

  /** At once when the token's owner is believed, else when it is found. */
  identify(token: string): ChatIdentity | Promise<ChatIdentity | undefined> {
    const key = hash('sha256', token, 'base64')
    const known = this.byToken.get(key)
    const now = this.clock.now().getTime()
    return known && known.until > now ? known.identity : this.ask(token, key, known?.identity, now)
  }

  private async ask(
    token: string,
    key: string,
    before: ChatIdentity | undefined,
    now: number,
  ): Promise<ChatIdentity | undefined> {
    const identity = await this.find(token, before)
    if (!identity) {
      this.byToken.delete(key)
      return undefined
    }
    if (this.byToken.size >= MOST) this.byToken.clear()
    this.byToken.set(key, { identity, until: now + BELIEVED_MS })
    return identity
  }

  private forget(sessionIds: ReadonlySet<string>): void {
    for (const [key, { identity }] of this.byToken) if (sessionIds.has(identity.sessionId)) this.byToken.delete(key)
  }
}
