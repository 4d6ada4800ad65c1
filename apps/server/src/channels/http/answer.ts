import { PlatformError } from '../platform-error.ts'
import { type Fields, isFields } from './fields.ts'
import { parseJson } from './json.ts'
import type { HttpAnswer } from './platform-http.ts'

/** The JSON object of an answer. A body that is no JSON object gives no platform error code. */
export function objectOf(answer: HttpAnswer, changes: boolean): Fields {
  const { status } = answer
  const details = { platformCode: String(status), platformText: `HTTP ${status}` }
  if (status >= 500) throw new PlatformError('platform_down', details)
  const value = parseJson(answer.body.toString('utf8'))
  if (isFields(value)) return value
  if (status === 429) throw new PlatformError('rate_limited', { ...details, ...retryAfter(answer) })
  if (status >= 400) throw new PlatformError('unknown', details)
  throw new PlatformError(changes ? 'outcome_unknown' : 'platform_down')
}

function retryAfter({ headers }: HttpAnswer): { retryAfterMs?: number } {
  const seconds = Number(headers['retry-after'])
  return seconds > 0 ? { retryAfterMs: seconds * 1000 } : {}
}
