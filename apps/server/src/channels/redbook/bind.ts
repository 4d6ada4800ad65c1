import { textOf } from '../http/fields.ts'
import { PlatformError } from '../platform-error.ts'
import type { AuthAttempt, Grant, OpenedAccount } from '../source.ts'
import { BIND_PURPOSE, type RedbookCrypto } from './crypto.ts'
import type { RedbookSettings } from './settings.ts'

/** What a bind call says: which account, and the state of our attempt. */
type Binding = { platformId: string; name: string | undefined; state: string | undefined }

export class RedbookBinding {
  private readonly settings: RedbookSettings
  private readonly crypto: RedbookCrypto

  constructor(settings: RedbookSettings, crypto: RedbookCrypto) {
    this.settings = settings
    this.crypto = crypto
  }

  /** The platform reads `account_code` from the token, so the token has its cipher, which anybody can alter; what we rely on is the sealed state. */
  authoriseUrl({ accountCode, state }: AuthAttempt): URL {
    const url = new URL(`${this.settings.bindUrl.replace(/\/$/, '')}/api/leona/three/im/account/add`)
    url.searchParams.set('appId', this.settings.appId)
    url.searchParams.set('token', this.crypto.encrypt({ account_code: accountCode, purpose: BIND_PURPOSE, state }))
    return url
  }

  async exchange(grant: Grant): Promise<OpenedAccount> {
    if (grant.via !== 'bind_event') throw new PlatformError('bad_request')
    const { profile } = grant
    return { platformId: profile.platformId, profile, tokens: null, scopes: [] }
  }

  /** Undefined for a call that names no account. */
  read(fields: Record<string, unknown>): Binding | undefined {
    const platformId = textOf(fields.user_id)
    if (platformId === undefined) return undefined
    const token = this.crypto.open(fields.token, BIND_PURPOSE)
    return { platformId, name: textOf(fields.nick_name), state: textOf(token?.fields.state) }
  }
}
