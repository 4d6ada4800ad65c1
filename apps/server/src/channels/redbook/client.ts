import { objectOf } from '../http/answer.ts'
import { type Body, jsonBody } from '../http/body.ts'
import { type Fields, textOf } from '../http/fields.ts'
import { PlatformError, type TokenOwner } from '../platform-error.ts'
import type { ChannelAccount } from '../source.ts'
import { refusalTextOf } from './assumed.ts'
import { redbookErrorKind } from './errors.ts'
import type { RedbookParts } from './settings.ts'

/** 0, and 200 is tolerated. */
const SUCCESS = new Set(['0', '200'])

type Call = { path: string; body: Body; changes: boolean; token?: { owner: TokenOwner; value: string } }

/** Makes one call and returns its body, or throws the platform's error code as a PlatformError. */
export class RedbookClient {
  private readonly parts: Pick<RedbookParts, 'http' | 'appToken'>
  private readonly baseUrl: string

  constructor(parts: Pick<RedbookParts, 'http' | 'appToken'>, baseUrl: string) {
    this.parts = parts
    this.baseUrl = baseUrl.replace(/\/$/, '')
  }

  /** `changes: false`: a read-only call, safe to repeat when its answer is lost. */
  async call(account: ChannelAccount, path: string, body: object, { changes }: { changes: boolean }): Promise<Fields> {
    return await this.post({ path, body: jsonBody(body), changes, token: await this.tokenOf(account) })
  }

  async upload(account: ChannelAccount, path: string, body: Body): Promise<Fields> {
    return await this.post({ path, body, changes: false, token: await this.tokenOf(account) })
  }

  async tokenCall(path: string, body: object): Promise<Fields> {
    return await this.post({ path, body: jsonBody(body), changes: true })
  }

  /** A merchant's own token, if binding ever delivers one, takes precedence over the application's. */
  private async tokenOf({ accessToken }: ChannelAccount): Promise<{ owner: TokenOwner; value: string }> {
    if (accessToken !== null) return { owner: 'account', value: accessToken }
    return { owner: 'app', value: await this.parts.appToken() }
  }

  private async post({ path, body, changes, token }: Call): Promise<Fields> {
    const headers: Record<string, string> = { 'content-type': body.contentType }
    if (token) headers['access-token'] = token.value
    const url = new URL(this.baseUrl + path)
    const answer = await this.parts.http.call({ method: 'POST', url, headers, body: body.bytes, changes })
    const fields = objectOf(answer, changes)
    const platformCode = textOf(fields.code) ?? ''
    if (SUCCESS.has(platformCode)) return fields
    const platformText = refusalTextOf(fields)
    throw new PlatformError(redbookErrorKind(platformCode), { platformCode, platformText, tokenOwner: token?.owner })
  }
}
