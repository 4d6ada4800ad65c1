import { Agent, request } from 'node:http'
import { Agent as SecureAgent, request as secureRequest } from 'node:https'
import { performance } from 'node:perf_hooks'

export type Posted = { status: number; body: string; ms: number }

/** More than enough for bursts; a receiver that never answers must not use up all the sockets of the machine. */
const MAX_SOCKETS = 1_024
/** Answers are short; what is longer is cut. */
const MAX_ANSWER_CHARS = 4_096

/** Posts over kept connections. */
export class Poster {
  private readonly plain = new Agent({ keepAlive: true, maxSockets: MAX_SOCKETS })
  private readonly secure = new SecureAgent({ keepAlive: true, maxSockets: MAX_SOCKETS })

  /** Undefined when no whole answer came in time. */
  post(url: string, headers: Record<string, string>, body: string, timeoutMs: number): Promise<Posted | undefined> {
    const started = performance.now()
    const isSecure = url.startsWith('https:')
    const options = {
      method: 'POST',
      agent: isSecure ? this.secure : this.plain,
      headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
      signal: AbortSignal.timeout(timeoutMs),
    }
    return new Promise((resolve) => {
      const sent = (isSecure ? secureRequest : request)(url, options, (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('error', () => resolve(undefined))
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            body: Buffer.concat(chunks).toString('utf8').slice(0, MAX_ANSWER_CHARS),
            ms: performance.now() - started,
          }),
        )
      })
      sent.on('error', () => resolve(undefined))
      sent.end(body)
    })
  }

  close(): void {
    this.plain.destroy()
    this.secure.destroy()
  }
}
