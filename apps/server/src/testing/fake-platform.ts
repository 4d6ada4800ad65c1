import { type Source, SOURCES } from '@ruwu/contract'
import { type QuotaRule, SOURCE_CAPABILITIES, type SourceCapabilities } from '@ruwu/domain'
import type { ChannelSources } from '../channels/channel-sources.ts'
import { PlatformError } from '../channels/platform-error.ts'
import type {
  AccountTokens,
  AppTokenSource,
  AuthAttempt,
  ChannelAccount,
  ChannelSource,
  EventSubscriptions,
  Grant,
  OpenedAccount,
  StaffAccount,
  TokenOutcome,
} from '../channels/source.ts'

const unused = async (): Promise<never> => {
  throw new Error('nothing of this test asks the platform for that')
}

/** A scripted platform that records its calls. */
export class FakeSource implements ChannelSource {
  readonly source: Source
  readonly capabilities: SourceCapabilities
  readonly quotaRules: readonly QuotaRule[] = []

  /** Results by authorisation code or bound account. */
  readonly grants = new Map<string, OpenedAccount | PlatformError>()
  staff: StaffAccount[] | PlatformError = []
  nextTokens: (tokens: AccountTokens, now: Date) => TokenOutcome = unused as never
  /** Calls wait for this promise. */
  pause: Promise<void> = Promise.resolve()

  closeRefusal: PlatformError | undefined

  readonly exchanged: string[] = []
  readonly refreshed: AccountTokens[] = []
  readonly closed: ChannelAccount[] = []
  readonly staffAsked: ChannelAccount[] = []

  constructor(source: Source) {
    this.source = source
    this.capabilities = SOURCE_CAPABILITIES[source]
  }

  authoriseUrl({ state }: AuthAttempt): URL {
    return new URL(`https://${this.source}.example/?${new URLSearchParams({ state }).toString()}`)
  }

  async exchange(_attempt: AuthAttempt, grant: Grant): Promise<OpenedAccount> {
    const name = grant.via === 'redirect' ? grant.code : grant.profile.platformId
    this.exchanged.push(name)
    await this.pause
    return given(this.grants.get(name) ?? new PlatformError('code_expired', { platformCode: '10007' }))
  }

  async refresh(tokens: AccountTokens, now: Date): Promise<TokenOutcome> {
    this.refreshed.push(tokens)
    await this.pause
    return this.nextTokens(tokens, now)
  }

  async close(account: ChannelAccount): Promise<void> {
    this.closed.push(account)
    await this.pause
    if (this.closeRefusal) throw this.closeRefusal
  }

  async staffAccounts(account: ChannelAccount): Promise<StaffAccount[]> {
    this.staffAsked.push(account)
    return given(this.staff)
  }

  profile = unused
  send = unused
  recall = unused
  upload = unused
  fetchMedia = unused
  replyToComment = unused
  cards = { list: unused, save: unused, remove: unused }
  receive = (): never => {
    throw new Error('nothing of this test calls us')
  }
}

/** The application's token: every grant and refresh brings the next one. */
export class FakeApp implements AppTokenSource {
  readonly asked: string[] = []
  refusal: PlatformError | undefined
  lifeMs = 2 * 3_600_000
  private readonly now: () => Date

  constructor(now: () => Date) {
    this.now = now
  }

  async grant(code?: string): Promise<AccountTokens> {
    this.asked.push(`grant ${code}`)
    return this.tokens()
  }

  async refresh(tokens: AccountTokens): Promise<AccountTokens> {
    this.asked.push(`refresh ${tokens.refreshToken}`)
    if (this.refusal) throw this.refusal
    return this.tokens()
  }

  private tokens(): AccountTokens {
    const number = this.asked.length
    return tokensOf({ name: `app-${number}`, now: this.now(), accessMs: this.lifeMs })
  }
}

export class FakePlatform implements ChannelSources {
  readonly douyin = new FakeSource('douyin')
  readonly redbook = new FakeSource('redbook')
  readonly apps: Record<Source, FakeApp>
  readonly subscriptions: Partial<Record<Source, EventSubscriptions>> = {}
  isClosed = false

  constructor(now: () => Date = () => new Date('2026-03-16T02:00:00.000Z')) {
    this.apps = { douyin: new FakeApp(now), redbook: new FakeApp(now) }
  }

  find(source: Source): FakeSource | undefined {
    return this.isClosed || !SOURCES.includes(source) ? undefined : this[source]
  }

  app(source: Source): FakeApp | undefined {
    return this.isClosed ? undefined : this.apps[source]
  }

  events(source: Source): EventSubscriptions | undefined {
    return this.subscriptions[source]
  }

  async close(): Promise<void> {}
}

function given<T>(result: T | PlatformError): T {
  if (result instanceof PlatformError) throw result
  return result
}

const DAY_MS = 86_400_000

type TokenOptions = { name: string; now: Date; accessMs?: number; refreshMs?: number; renewals?: number }

export function tokensOf(options: TokenOptions): AccountTokens {
  const { name, now, accessMs = 15 * DAY_MS, refreshMs = 30 * DAY_MS, renewals = 0 } = options
  return {
    accessToken: `access-${name}`,
    accessExpiresAt: new Date(now.getTime() + accessMs),
    refreshToken: `refresh-${name}`,
    refreshExpiresAt: new Date(now.getTime() + refreshMs),
    renewals,
  }
}
