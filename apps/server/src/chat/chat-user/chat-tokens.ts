import type { IncomingHttpHeaders } from 'node:http'
import { bearerToken } from '../../platform/auth/token.ts'

/** Header, cookie, query, in this order: the first that is valid counts. */
export function chatTokens({ authorization, cookie }: IncomingHttpHeaders, query: unknown): string[] {
  const kept = (cookie && /(?:^|;\s*)token=([^;]*)/.exec(cookie)?.[1]) || ''
  const given = [bearerToken(authorization), kept, typeof query === 'string' ? query : '']
  return given.filter((token) => token !== '')
}
