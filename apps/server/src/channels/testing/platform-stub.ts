import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { SampleRequest, SampleResponse } from './samples.ts'

type Recorded = { method: string; url: URL; headers: IncomingMessage['headers']; body: Buffer }

/** A platform that answers what it is told to and remembers what it was asked. */
export class PlatformStub {
  readonly requests: Recorded[] = []
  private readonly server: Server
  private readonly answers: ((response: ServerResponse) => void)[] = []

  private constructor() {
    this.server = createServer((request, response) => void this.serve(request, response))
  }

  static async start(): Promise<PlatformStub> {
    const stub = new PlatformStub()
    await new Promise<void>((resolve) => stub.server.listen(0, '127.0.0.1', resolve))
    return stub
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`
  }

  willAnswer({ status, headers, body = '', base64 }: SampleResponse): void {
    const bytes =
      base64 === undefined ? Buffer.from(body.replaceAll('{base}', this.url)) : Buffer.from(base64, 'base64')
    this.willDo((response) => response.writeHead(status, headers).end(bytes))
  }

  willDo(answer: (response: ServerResponse) => void): void {
    this.answers.push(answer)
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections()
    await new Promise((resolve) => this.server.close(resolve))
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const pieces: Buffer[] = []
    for await (const piece of request) pieces.push(piece as Buffer)
    const url = new URL(request.url ?? '', this.url)
    this.requests.push({ method: request.method ?? '', url, headers: request.headers, body: Buffer.concat(pieces) })
    const answer = this.answers.shift()
    if (answer) answer(response)
    else response.writeHead(599).end()
  }
}

/** A recorded request as a sample writes it, with the headers that the sample names. */
export async function asSampleRequest(recorded: Recorded, expected: SampleRequest): Promise<SampleRequest> {
  const { method, url, headers, body } = recorded
  const named = Object.keys(expected.headers).map((name) => [name, String(headers[name])])
  return {
    method,
    path: url.pathname,
    query: Object.fromEntries(url.searchParams),
    headers: Object.fromEntries(named),
    ...(await bodyOf(headers['content-type'], body)),
  }
}

async function bodyOf(type: string | undefined, body: Buffer): Promise<Partial<SampleRequest>> {
  if (body.length === 0) return {}
  if (type === 'application/json') return { json: JSON.parse(body.toString('utf8')) }
  if (type === 'application/x-www-form-urlencoded') {
    return { form: Object.fromEntries(new URLSearchParams(body.toString('utf8'))) }
  }
  const read = new Response(new Uint8Array(body), { headers: { 'content-type': type ?? '' } })
  const form = await read.formData()
  const parts = [...form].map(async ([name, value]) => {
    const file = value as File
    const base64 = Buffer.from(await file.arrayBuffer()).toString('base64')
    return { name, filename: file.name, contentType: file.type, base64 }
  })
  return { multipart: await Promise.all(parts) }
}
