import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The receiver's behaviour for the next call. */
export type ReceiverStep = { status: number; body?: string; headers?: Record<string, string> } | { hang: true }

type ReceivedCall = { path: string; headers: Record<string, string>; body: string }

export type WebhookReceiver = {
  url: string
  /** In order of arrival. */
  calls: ReceivedCall[]
  /** Most calls that were open at one time. */
  mostAtOnce(): number
  /** Steps for the next calls; the last one repeats. At first every call is answered with 200. */
  play(...steps: ReceiverStep[]): void
  /** Resolves when this many calls have arrived. */
  arrived(count: number): Promise<void>
  close(): Promise<void>
}

/** Another system that takes webhooks, over real HTTP. */
export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  let steps: ReceiverStep[] = [{ status: 200 }]
  let open = 0
  let most = 0
  const calls: ReceivedCall[] = []
  const waiting = new Set<() => void>()
  const server = createServer((request, response) => {
    open += 1
    most = Math.max(most, open)
    response.once('close', () => (open -= 1))
    let body = ''
    request.setEncoding('utf8').on('data', (piece: string) => (body += piece))
    request.once('end', () => {
      calls.push({ path: request.url ?? '', headers: request.headers as Record<string, string>, body })
      const step = (steps.length > 1 ? steps.shift() : steps[0]) ?? { status: 200 }
      if ('status' in step) response.writeHead(step.status, step.headers).end(step.body)
      for (const check of waiting) check()
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    calls,
    mostAtOnce: () => most,
    play: (...next) => {
      steps = next
    },
    arrived: (count) =>
      new Promise((resolve) => {
        const check = () => {
          if (calls.length < count) return
          waiting.delete(check)
          resolve()
        }
        waiting.add(check)
        check()
      }),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
