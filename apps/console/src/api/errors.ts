import { ERRORS } from '@ruwu/contract'
import { ERROR_TEXTS, resultErrorText, transportErrorText } from '@ruwu/domain'

/** No readable answer: network, proxy or server crash. */
export class ServiceError extends Error {
  override name = 'ServiceError'
  constructor(message?: string) {
    super(transportErrorText(message))
  }
}

/** No answer at all. */
export class NetworkError extends ServiceError {
  override name = 'NetworkError'
  constructor() {
    super('Network Error')
  }
}

/** The server refused; its message is shown to the agent as it stands. */
export class ResultError extends Error {
  override name = 'ResultError'
  readonly code: number
  readonly data: unknown
  constructor(code: number, msg: string | undefined, data: unknown) {
    super(resultErrorText(msg))
    this.code = code
    this.data = data
  }
}

/** The session has ended and that was already handled; callers show nothing. */
export class SessionEnded extends Error {
  override name = 'SessionEnded'
  constructor() {
    super(ERROR_TEXTS.signInAgain)
  }
}

export const messageOf = (error: unknown) => (error instanceof Error ? error.message : new ServiceError().message)

/** Seconds to wait before a retry; 0 when the error carries no retry-after. */
export function retryAfterOf(error: unknown): number {
  if (!(error instanceof ResultError) || error.code !== ERRORS.tooOften.code) return 0
  const { data } = error
  if (typeof data !== 'object' || data === null || !('retryAfter' in data)) return 0
  const { retryAfter } = data
  return typeof retryAfter === 'number' && retryAfter > 0 ? Math.ceil(retryAfter) : 0
}

/** The refused fields of a form, path to message; empty when the error is about something else. */
export function fieldErrorsOf(error: unknown): Record<string, string> {
  const data = error instanceof ResultError ? error.data : undefined
  if (typeof data !== 'object' || data === null || !('fields' in data)) return {}
  const { fields } = data
  if (typeof fields !== 'object' || fields === null) return {}
  return Object.fromEntries(
    Object.entries(fields).filter((pair): pair is [string, string] => typeof pair[1] === 'string'),
  )
}
