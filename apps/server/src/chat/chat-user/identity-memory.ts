import { hash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { bearerToken } from '../../platform/auth/token.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Bus } from '../../realtime/index.ts'
import { readCookie } from '../../platform/http/cookies.ts'
import type { ChatIdentity } from '../../platform/http/chat-identity.ts'

/** Cache lifetime of a token's identity; an announced revocation or replacement invalidates it at once. */
const BELIEVED_MS = 10_000
const MOST = 50_000

type Entry = { identity: ChatIdentity; until: number }
/** `before` is the expired cache entry; a token never changes between agent and chat user. */
type Find = (token: string, before: ChatIdentity | undefined) => Promise<ChatIdentity | undefined>

/** Caches the identity of each token, keyed by the token's hash. */
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

  /** Synchronous on a cache hit. */
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

/** A request's tokens in order of precedence: header, cookie, query. The caller uses the first valid one. */
export function chatTokens({ authorization, cookie }: IncomingHttpHeaders, query: unknown): string[] {
  const given = [bearerToken(authorization), readCookie(cookie, 'token') ?? '', typeof query === 'string' ? query : '']
  return given.filter((token) => token !== '')
}
