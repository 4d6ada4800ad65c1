import { type PlatformErrorKind, platformErrorRow, platformErrorText } from '@ruwu/domain'

type PlatformErrorDetails = {
  platformCode?: string
  platformText?: string
  /** Request id of the platform's answer, which its support asks for. */
  logId?: string
  retryAfterMs?: number
  /** Whose token was refused, so that the right one is refreshed. */
  tokenOwner?: TokenOwner
  cause?: unknown
}

export type TokenOwner = 'account' | 'app'

/** The only thing an adapter throws. Its message is what the agent reads. */
export class PlatformError extends Error {
  override name = 'PlatformError'
  readonly kind: PlatformErrorKind
  readonly platformCode: string
  readonly platformText: string
  readonly logId: string
  readonly retryAfterMs: number | undefined
  readonly tokenOwner: TokenOwner | undefined

  constructor(kind: PlatformErrorKind, details: PlatformErrorDetails = {}) {
    const { platformCode = '', platformText = '', logId = '', retryAfterMs, tokenOwner, cause } = details
    super(platformErrorText(kind, { text: platformText, code: platformCode }), { cause })
    this.kind = kind
    this.platformCode = platformCode
    this.platformText = platformText
    this.logId = logId
    this.retryAfterMs = retryAfterMs
    this.tokenOwner = tokenOwner
  }

  get retry() {
    return platformErrorRow(this.kind).retry
  }

  /** The message once nothing is tried any more. */
  get finalMessage(): string {
    return platformErrorRow(this.kind).finalText ?? this.message
  }

  /** The message of a call that is made once. */
  get onceMessage(): string {
    return platformErrorRow(this.kind).onceText ?? this.message
  }

  get offer() {
    return platformErrorRow(this.kind).offer
  }

  get isAlarm(): boolean {
    return platformErrorRow(this.kind).alarm === true
  }
}
