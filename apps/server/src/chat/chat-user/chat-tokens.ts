import type { IncomingHttpHeaders } from 'node:http'
import { bearerToken } from '../../platform/auth/token.ts'

/** Tokens in order of precedence: header, cookie, query. The caller uses the first valid one. */
export function chatTokens({ authorization, cookie }: IncomingHttpHeaders, query: unknown): string[] {
  const kept = (cookie && /(?:^|;\s*)token=([^;]*)/.exec(cookie)?.[1]) || ''
  const given = [bearerToken(authorization), kept, typeof query === 'string' ? query : '']
  return given.filter((token) => token !== '')
}
