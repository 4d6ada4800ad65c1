import { objectOf } from '../http/answer.ts'
import type { Body } from '../http/body.ts'
import type { Fields } from '../http/fields.ts'
import type { PlatformHttp } from '../http/platform-http.ts'
import { PlatformError, type TokenOwner } from '../platform-error.ts'
import { codeOf, logIdOf, NO_ERROR, refusalTextOf } from './answer.ts'
import { douyinErrorKind } from './errors.ts'

export type Token = { owner: TokenOwner; value: string }

export type DouyinCall = {
  method: 'GET' | 'POST'
  path: string
  query?: Record<string, string>
  token?: Token
  body?: Body
  /** Read-only calls may be repeated when their answer is lost. */
  changes: boolean
}

/** Makes one call and returns its body, or throws the platform's error code as a PlatformError. */
export class DouyinClient {
  private readonly http: PlatformHttp
  private readonly baseUrl: string

  constructor(http: PlatformHttp, baseUrl: string) {
    this.http = http
    this.baseUrl = baseUrl.replace(/\/$/, '')
  }

  async call({ method, path, query = {}, token, body, changes }: DouyinCall): Promise<Fields> {
    const headers: Record<string, string> = {}
    if (token) headers['access-token'] = token.value
    if (body) headers['content-type'] = body.contentType
    const bytes = body?.bytes ?? (method === 'POST' ? new Uint8Array() : undefined)
    const answer = await this.http.call({ method, url: this.url(path, query), headers, body: bytes, changes })
    return checked(objectOf(answer, changes), token)
  }

  url(path: string, query: Record<string, string>): URL {
    const url = new URL(this.baseUrl + path)
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
    return url
  }
}

function checked(body: Fields, token: Token | undefined): Fields {
  const platformCode = codeOf(body)
  if (platformCode === NO_ERROR) return body
  throw new PlatformError(douyinErrorKind(platformCode), {
    platformCode,
    platformText: refusalTextOf(body),
    logId: logIdOf(body),
    tokenOwner: token?.owner,
  })
}
