import {
  ERRORS,
  PREVIEW_ROLE_HEADER,
  REQUEST_ID_HEADER,
  SUCCESS_CODE,
  type CallArgs,
  type Data,
  type Endpoint,
} from '@ruwu/contract'
import { HTTP_CONTENT_TYPE, HTTP_TIMEOUT_MS, ROLE_PREVIEW } from '@ruwu/domain'
import { addressOf, headersOf, type ClientName, type Identity } from './clients.ts'
import { NetworkError, ResultError, ServiceError, SessionEnded } from './errors.ts'

export type CallDeps = {
  fetch(address: string, init: RequestInit): Promise<Response>
  baseUrl(): string
  orgId(): string
  identity(): Identity | undefined
  newId(): string
  /** The previewed role: reads are asked with its rights, writes are refused here already. */
  previewRoleId(): string | undefined
  /** 401 or timeout, or the browser has no session any more: clears the credentials and redirects to /login. */
  onSessionEnd(reason: 'expired' | 'elsewhere'): void
  /** Aborted when the session ends: reads still under way would only be refused. */
  sessionSignal(): AbortSignal
  /** A call was refused for a missing permission: the cached permissions are stale. */
  onForbidden(): void
}

/** `signal`: the answer is no longer wanted. */
type CallOptions = { client?: ClientName; keepalive?: boolean; signal?: AbortSignal }

type Args<E extends Endpoint> = keyof CallArgs<E> extends never
  ? [args?: undefined, options?: CallOptions]
  : [args: CallArgs<E>, options?: CallOptions]

type Parts = { query?: Record<string, unknown>; body?: unknown; file?: Blob }

/** The HTTP client: typed by the contract, fails with one of three error classes. */
export function createCall(deps: CallDeps) {
  return async function call<E extends Endpoint>(endpoint: E, ...[args, options = {}]: Args<E>): Promise<Data<E>> {
    // Ended here or in another tab a moment ago: the call could only be refused.
    if (endpoint.access !== 'public' && !deps.identity()) {
      deps.onSessionEnd('elsewhere')
      throw new SessionEnded()
    }
    // Signing out and the notice of a closed tab outlive the page; they are no change that a preview could make.
    if (deps.previewRoleId() && !endpoint.isRead && !options.keepalive)
      throw new ResultError(ERRORS.refused.code, ROLE_PREVIEW.readOnly, null)
    // Idempotency key: the server answers a repeated write with the first response.
    const requestId = endpoint.isRead ? undefined : deps.newId()
    const send = () => request(deps, endpoint, args ?? {}, options, requestId)
    let token = deps.identity()?.token
    let response = await send()
    const current = deps.identity()?.token
    // Another tab may have changed the password meanwhile; then only the old token was refused, so the call is repeated
    // once with the new one. A call that outlives its page was about the old session.
    if (response?.status === 401 && current && current !== token && !options.keepalive) {
      token = current
      response = await send()
    }
    if (response && response.status !== 401) {
      const answer = await readJson(response)
      if (answer !== TIMED_OUT) return readAnswer(deps, endpoint, response, answer)
    }
    // The agent may have signed in again meanwhile: the refusal of an old token does not end the new session.
    if (deps.identity()?.token === token) deps.onSessionEnd('expired')
    throw new SessionEnded()
  }
}

/** Undefined on timeout. */
async function request(
  deps: CallDeps,
  endpoint: Endpoint,
  { query, body, file }: Parts,
  { client = 'core', keepalive = false, signal }: CallOptions,
  requestId: string | undefined,
): Promise<Response | undefined> {
  const headers = headersOf(client, deps.identity(), deps.orgId())
  // The browser sets the multipart boundary itself.
  if (body !== undefined && !file) headers['content-type'] = HTTP_CONTENT_TYPE
  if (requestId) headers[REQUEST_ID_HEADER] = requestId
  const previewRoleId = endpoint.isRead ? deps.previewRoleId() : undefined
  if (previewRoleId) headers[PREVIEW_ROLE_HEADER] = previewRoleId
  const signals = [
    AbortSignal.timeout(HTTP_TIMEOUT_MS),
    ...(endpoint.isRead ? [deps.sessionSignal()] : []),
    ...(signal ? [signal] : []),
  ]
  try {
    return await deps.fetch(addressOf(client, deps.baseUrl()) + endpoint.path + searchOf(query), {
      method: endpoint.method,
      headers,
      body: file ? formOf(body, file) : body === undefined ? undefined : JSON.stringify(body),
      keepalive,
      // Sign-ins keep and send the device cookie; rights come from the token alone. Not to other origins, where CORS is without credentials.
      credentials: endpoint.access === 'public' ? 'same-origin' : 'omit',
      signal: AbortSignal.any(signals),
    })
  } catch (error) {
    if (isTimeout(error)) return undefined
    if (isAbort(error)) throw new SessionEnded()
    throw new NetworkError()
  }
}

function readAnswer<E extends Endpoint>(deps: CallDeps, endpoint: E, response: Response, answer: unknown): Data<E> {
  if (!isEnvelope(answer)) throw new ServiceError()
  if (!response.ok) throw new ServiceError(answer.msg)
  if (answer.code !== SUCCESS_CODE) {
    if (answer.code === ERRORS.forbidden.code) deps.onForbidden()
    throw new ResultError(answer.code, answer.msg, answer.data)
  }
  const data = endpoint.data.safeParse(answer.data)
  if (data.success) return data.data as Data<E>
  console.error(`${endpoint.method} ${endpoint.path} answered something else than agreed`, data.error)
  throw new ServiceError()
}

/** Multipart form: one part per body field, and the file. */
function formOf(body: unknown, file: Blob): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(body ?? {})) if (value !== undefined) form.set(name, String(value))
  form.set('file', file)
  return form
}

const TIMED_OUT = Symbol('timed out')
const isTimeout = (error: unknown) => error instanceof DOMException && error.name === 'TimeoutError'
const isAbort = (error: unknown) => error instanceof DOMException && error.name === 'AbortError'

/** The parsed body; undefined when it is not JSON. Timeout and session end may also fire while the body is read. */
async function readJson(response: Response): Promise<unknown> {
  try {
    return await response.json()
  } catch (error) {
    if (isAbort(error)) throw new SessionEnded()
    return isTimeout(error) ? TIMED_OUT : undefined
  }
}

const isEnvelope = (value: unknown): value is { code: number; msg?: string; data?: unknown } =>
  typeof value === 'object' && value !== null && 'code' in value && typeof value.code === 'number'

function searchOf(query: Record<string, unknown> = {}): string {
  const pairs = Object.entries(query).filter(([, value]) => value !== undefined && value !== null)
  const search = new URLSearchParams(pairs.map(([key, value]) => [key, String(value)])).toString()
  return search && `?${search}`
}
