import { Agent, createServer, request, type Server as HttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const LOOK_EVERY_MS = 100

/** A load balancer as it stands before the nodes: takes turns among those that are ready, over connections that it keeps. */
export class Balancer {
  private readonly nodes: readonly string[]
  private readonly agent = new Agent({ keepAlive: true })
  private readonly ready = new Set<string>()
  private readonly server: HttpServer
  private readonly looking: NodeJS.Timeout
  private turn = 0
  private isLooking = false

  private constructor(nodes: readonly string[]) {
    this.nodes = nodes
    this.server = createServer((incoming, outgoing) => {
      const targets = [...this.ready]
      const target = targets[(this.turn += 1) % targets.length]
      if (!target) return outgoing.writeHead(503).end()
      const forwarded = request(
        `${target}${incoming.url}`,
        { method: incoming.method, headers: incoming.headers, agent: this.agent },
        (answer) => {
          outgoing.writeHead(answer.statusCode ?? 502)
          answer.pipe(outgoing)
        },
      )
      forwarded.on('error', () => outgoing.writeHead(502).end())
      return incoming.pipe(forwarded)
    })
    this.looking = setInterval(() => void this.look(), LOOK_EVERY_MS)
  }

  static async start(nodes: readonly string[], port = 0): Promise<Balancer> {
    const balancer = new Balancer(nodes)
    await balancer.look()
    await new Promise<void>((resolve) => balancer.server.listen(port, '127.0.0.1', resolve))
    return balancer
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`
  }

  isReady(node: string): boolean {
    return this.ready.has(node)
  }

  async stop(): Promise<void> {
    clearInterval(this.looking)
    this.server.closeAllConnections()
    await new Promise((resolve) => this.server.close(resolve))
    this.agent.destroy()
  }

  private async look(): Promise<void> {
    // One look at a time: an older answer must not come after a newer one.
    if (this.isLooking) return
    this.isLooking = true
    await Promise.all(
      this.nodes.map(async (node) => {
        const answer = await fetch(`${node}/readyz`).catch(() => undefined)
        if (answer?.ok) this.ready.add(node)
        else this.ready.delete(node)
      }),
    )
    this.isLooking = false
  }
}
