import { fieldsOf, instantOf, textOf } from '../http/fields.ts'
import { PlatformError } from '../platform-error.ts'
import type { AuthAttempt, Grant, OpenedAccount } from '../source.ts'
import type { RedbookCrypto } from './crypto.ts'
import type { RedbookParts, RedbookSettings } from './settings.ts'

type BoundAttempt = Pick<AuthAttempt, 'attemptId' | 'nonce' | 'expiresAt'>

/** What a bind call says: which account, and for which attempt of ours. */
type Binding = { platformId: string; name: string | undefined; attempt: BoundAttempt | undefined }

export class RedbookBinding {
  private readonly settings: RedbookSettings
  private readonly crypto: RedbookCrypto
  private readonly parts: Pick<RedbookParts, 'readDelivery'>

  constructor(settings: RedbookSettings, crypto: RedbookCrypto, parts: Pick<RedbookParts, 'readDelivery'>) {
    this.settings = settings
    this.crypto = crypto
    this.parts = parts
  }

  authoriseUrl(attempt: AuthAttempt): URL {
    const url = new URL(`${this.settings.bindUrl.replace(/\/$/, '')}/api/leona/three/im/account/add`)
    const token = {
      account_code: attempt.accountCode,
      attempt: attempt.attemptId,
      nonce: attempt.nonce,
      exp: Math.floor(attempt.expiresAt.getTime() / 1000),
    }
    url.searchParams.set('appId', this.settings.appId)
    url.searchParams.set('token', this.crypto.encrypt(token))
    return url
  }

  async exchange(attempt: AuthAttempt, grant: Grant): Promise<OpenedAccount> {
    if (grant.via !== 'bind_event') throw new PlatformError('bad_request')
    const { body, receivedAt } = await this.parts.readDelivery(grant.delivery)
    const binding = this.read(fieldsOf(Buffer.from(body).toString('utf8')).content)
    const given = binding?.attempt
    if (!binding || given?.attemptId !== attempt.attemptId || given.nonce !== attempt.nonce) {
      throw new PlatformError('bad_request')
    }
    if (receivedAt > attempt.expiresAt) throw new PlatformError('code_expired')
    const { platformId, name } = binding
    return { platformId, profile: name ? { platformId, name } : { platformId }, tokens: null, scopes: [] }
  }

  /** Undefined for what does not decrypt or names no account. */
  read(content: unknown): Binding | undefined {
    const fields = fieldsOf(this.crypto.decrypt(content))
    const platformId = textOf(fields.user_id)
    if (platformId === undefined) return undefined
    return { platformId, name: textOf(fields.nick_name), attempt: this.readToken(fields.token) }
  }

  private readToken(token: unknown): BoundAttempt | undefined {
    const { attempt, nonce, exp } = fieldsOf(this.crypto.decrypt(token))
    const [attemptId, once, expiresAt] = [textOf(attempt), textOf(nonce), instantOf(exp)]
    return attemptId && once && expiresAt ? { attemptId, nonce: once, expiresAt } : undefined
  }
}
