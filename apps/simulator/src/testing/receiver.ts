import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Received = { path: string; headers: Record<string, string>; body: string }
type Answer = { status: number; body: string } | 'silence'

/** Stand-in for our server: records webhooks and answers as configured. */
export async function startReceiver() {
  const received: Received[] = []
  let answer: (delivery: Received) => Answer = () => ({ status: 200, body: '{"code":0,"success":true,"msg":"成功"}' })

  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const delivery = {
      path: request.url ?? '',
      headers: request.headers as Record<string, string>,
      body: Buffer.concat(chunks).toString('utf8'),
    }
    received.push(delivery)
    const chosen = answer(delivery)
    if (chosen === 'silence') return
    response.writeHead(chosen.status, { 'content-type': 'application/json' }).end(chosen.body)
  }

  const server = createServer((request, response) => void take(request, response))
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    answerWith(next: (delivery: Received) => Answer) {
      answer = next
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

export type Receiver = Awaited<ReturnType<typeof startReceiver>>
