import { Readable } from 'node:stream'
import { Agent, type Dispatcher } from 'undici'
import { PlatformError } from '../platform-error.ts'

export const PLATFORM_TIMEOUTS = { connectMs: 3000, answerMs: 10_000 }

const MAX_ANSWER_BYTES = 8 * 1024 * 1024
const CHUNK_BYTES = 64 * 1024

type HttpRequest = {
  method: 'GET' | 'POST'
  url: URL
  headers: Record<string, string>
  body?: Uint8Array
  /** It does something at the platform, so that a lost answer leaves the outcome unknown. */
  changes: boolean
}

export type HttpAnswer = { status: number; headers: Dispatcher.ResponseData['headers']; body: Buffer }

export type PlatformHttp = {
  call(request: HttpRequest): Promise<HttpAnswer>
  close(): Promise<void>
}

/**
 * HTTP that knows whether a failed call may be repeated: `platform_down` when nothing was sent or nothing is changed by
 * it, `outcome_unknown` when the body went out and no whole answer came back.
 */
export function createPlatformHttp(timeouts = PLATFORM_TIMEOUTS): PlatformHttp {
  const agent = new Agent({
    connect: { timeout: timeouts.connectMs },
    headersTimeout: timeouts.answerMs,
    bodyTimeout: timeouts.answerMs,
  })

  return {
    async call(request) {
      const deadline = new RequestDeadline(timeouts)
      let isOut = false
      const onPull = () => {
        isOut = true
        deadline.restart()
      }
      const body = request.body && Readable.from(chunksOf(request.body, onPull), { objectMode: false })
      try {
        return await exchange(agent, request, body, deadline.signal)
      } catch (cause) {
        throw new PlatformError(isOut && request.changes ? 'outcome_unknown' : 'platform_down', { cause })
      } finally {
        deadline.end()
      }
    },
    close: () => agent.destroy(),
  }
}

async function exchange(
  agent: Agent,
  { method, url, headers, body }: HttpRequest,
  chunks: Readable | undefined,
  signal: AbortSignal,
): Promise<HttpAnswer> {
  const length: Record<string, string> = body ? { 'content-length': String(body.byteLength) } : {}
  const answer = await agent.request({
    origin: url.origin,
    path: url.pathname + url.search,
    method,
    headers: { ...headers, ...length },
    ...(chunks && { body: chunks }),
    signal,
  })
  return { status: answer.statusCode, headers: answer.headers, body: await wholeBody(answer.body) }
}

/** The connection pulls the first piece only once it is open and the headers are written. */
async function* chunksOf(body: Uint8Array, onPull: () => void): AsyncGenerator<Uint8Array> {
  onPull()
  for (let from = 0; from < body.byteLength; from += CHUNK_BYTES) {
    yield body.subarray(from, from + CHUNK_BYTES)
    onPull()
  }
}

async function wholeBody(stream: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of stream) {
    size += piece.byteLength
    if (size > MAX_ANSWER_BYTES) throw new Error('the answer is too large')
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}

/** Timeout of a call: covers connecting and the answer; restarted by every chunk of the body that was sent. */
class RequestDeadline {
  private readonly controller = new AbortController()
  private readonly answerMs: number
  private timer: NodeJS.Timeout

  constructor({ connectMs, answerMs }: typeof PLATFORM_TIMEOUTS) {
    this.answerMs = answerMs
    this.timer = this.after(connectMs + answerMs)
  }

  get signal(): AbortSignal {
    return this.controller.signal
  }

  restart(): void {
    clearTimeout(this.timer)
    this.timer = this.after(this.answerMs)
  }

  end(): void {
    clearTimeout(this.timer)
  }

  private after(ms: number): NodeJS.Timeout {
    return setTimeout(() => this.controller.abort(new Error(`no whole answer within ${ms} ms`)), ms)
  }
}
