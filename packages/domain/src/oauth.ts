import { OAUTH_SCOPES, OAUTH_STATE_MAX, type OauthRequest, type OauthScope, REDIRECT_URI_MAX } from '@ruwu/contract'

/** Time to answer the consent page. */
export const EMPOWER_MS = 10 * 60_000
/** An authorisation code is exchanged once, within this time. */
export const OAUTH_CODE_MS = 60_000
export const OAUTH_ACCESS_MS = 60 * 60_000
/** Each use of a refresh token replaces it. */
export const OAUTH_REFRESH_MS = 30 * 24 * 60 * 60_000
/** Consent pages that one agent may open in EMPOWER_MS. */
export const EMPOWERS_MAX = 60

export const OAUTH_SCOPE_LABELS: Record<OauthScope, string> = {
  profile: '读取您的姓名和头像',
  enterprise: '读取您所在企业的名称',
}

export const OAUTH_TEXTS = {
  invalid: (reason: string) => `授权请求无效：${reason}`,
  expired: '授权请求已过期，请返回应用重新发起',
} as const

export const scopesIn = (scope: string): string[] => [...new Set(scope.split(' ').filter(Boolean))]

const isScope = (scope: string): scope is OauthScope => OAUTH_SCOPES.some((it) => it === scope)

export const oauthScopes = (scope: string): OauthScope[] => scopesIn(scope).filter(isScope)

type App = { redirectUris: readonly string[] }

/** Why an application's request cannot be answered; the browser then stays here (RFC 6749 4.1.2.1). */
export function oauthAppProblem({ redirectUri }: Pick<OauthRequest, 'redirectUri'>, app: App | undefined) {
  if (!app) return '应用不存在'
  return app.redirectUris.includes(redirectUri) ? undefined : '回调地址未登记'
}

/** The SHA-256 of a code verifier in base64url. */
const CHALLENGE_PATTERN = /^[\w-]{43}$/
const PRINTABLE_PATTERN = /^[\x20-\x7e]+$/

export function oauthProblem(request: OauthRequest, app: App | undefined): string | undefined {
  const { responseType, scope, state, codeChallenge, codeChallengeMethod } = request
  const appProblem = oauthAppProblem(request, app)
  if (appProblem) return appProblem
  if (responseType !== 'code') return '只支持授权码方式（response_type=code）'
  if (scopesIn(scope).length === 0) return '没有说明需要的权限'
  const unknown = scopesIn(scope).find((it) => !isScope(it))
  if (unknown) return `未知的权限 ${unknown.slice(0, 50)}`
  if (!PRINTABLE_PATTERN.test(state) || state.length > OAUTH_STATE_MAX) return 'state 缺失或不正确'
  if (codeChallengeMethod !== 'S256' || !CHALLENGE_PATTERN.test(codeChallenge)) return '缺少 PKCE 校验（S256）'
  return undefined
}

/** Where the browser may be sent with a code: https, or plain http to the machine itself; compared as a whole. */
export function isRedirectUri(text: string): boolean {
  if (text.length > REDIRECT_URI_MAX || !PRINTABLE_PATTERN.test(text) || text.includes('#') || !URL.canParse(text))
    return false
  const { protocol, hostname, username, password } = new URL(text)
  if (username || password) return false
  return protocol === 'https:' || (protocol === 'http:' && /^(localhost|127\.0\.0\.1|\[::1\])$/.test(hostname))
}

/** The refusal that the application is told (RFC 6749 4.1.2.1). */
export function refusedUrl({ redirectUri, state }: Pick<OauthRequest, 'redirectUri' | 'state'>): string {
  const url = new URL(redirectUri)
  url.searchParams.set('error', 'access_denied')
  url.searchParams.set('state', state)
  return url.href
}
