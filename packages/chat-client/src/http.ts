import { CHAT_CLIENT_ERRORS, HTTP_CONTENT_TYPE, HTTP_TIMEOUT_MS } from '@ruwu/domain'
import type { Timers } from './connection-options.ts'
import { parseJson, parseRecord, textOf } from './json.ts'

export type Fetch = (url: string, init: RequestInit) => Promise<Response>

type HttpOptions = {
  /** For example `https://chat.example.com`; '' is the page's own host. */
  host: string
  fetch: Fetch
  timers: Timers
  token(): string | undefined
}

/** An answer other than 200. Its message is the server's text, or the status text. */
export class ChatHttpError extends Error {
  override name = 'ChatHttpError'
  readonly status: number
  /** The server's text; '' when the answer had none. */
  readonly serverText: string
  constructor(status: number, serverText: string, otherwise = `HTTP ${status}`) {
    super(serverText || otherwise)
    this.status = status
    this.serverText = serverText
  }
}

export type Http = ReturnType<typeof createHttp>

/** Calls of the chat service: success is exactly status 200, everything else throws. */
export function createHttp({ host, fetch, timers, token }: HttpOptions) {
  return async function call(method: string, path: string, body?: unknown): Promise<unknown> {
    const aborter = new AbortController()
    const cancel = timers.after(HTTP_TIMEOUT_MS, () => aborter.abort())
    const isForm = typeof FormData !== 'undefined' && body instanceof FormData
    const bearer = token()
    const headers = {
      ...(isForm ? {} : { 'content-type': HTTP_CONTENT_TYPE }),
      ...(bearer ? { authorization: `Bearer ${bearer}` } : {}),
    }
    const sent = method === 'GET' ? undefined : isForm ? body : JSON.stringify(body ?? {})
    try {
      const init = { method, headers, signal: aborter.signal, ...(sent === undefined ? {} : { body: sent }) }
      const response = await fetch(host + path, init)
      const text = await response.text()
      if (response.status !== 200) throw refusalOf(text, response)
      return parseJson(text)
    } catch (error) {
      if (aborter.signal.aborted) throw new Error(CHAT_CLIENT_ERRORS.timeout, { cause: error })
      throw error
    } finally {
      cancel()
    }
  }
}

// HTTP/2 has no status text.
const refusalOf = (body: string, { status, statusText }: Response) =>
  new ChatHttpError(status, textOf(parseRecord(body)?.error) ?? '', statusText || undefined)
