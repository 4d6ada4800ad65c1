import { connect, createServer, type Server, type Socket } from 'node:net'
import { once } from 'node:events'

/** A way between two programs that can be cut, so that nothing passes and nothing is told, or made slow. */
export class TcpProxy {
  private readonly server: Server
  private readonly pairs = new Set<readonly [Socket, Socket]>()
  private isCut = false
  private delayMs = 0

  private constructor(target: { host: string; port: number }) {
    this.server = createServer((near) => {
      const far = connect(target)
      const pair = [near, far] as const
      this.pairs.add(pair)
      this.pass(near, far)
      this.pass(far, near)
      const end = () => {
        this.pairs.delete(pair)
        near.destroy()
        far.destroy()
      }
      for (const socket of pair) socket.on('error', end).on('close', end)
      if (this.isCut) this.pausePair(pair)
    })
  }

  /** `url` of the target; `through` is the same by way of the proxy. */
  static async start(url: string): Promise<TcpProxy & { through: string }> {
    const target = new URL(url)
    const proxy = new TcpProxy({ host: target.hostname, port: Number(target.port) })
    proxy.server.listen(0, '127.0.0.1')
    await once(proxy.server, 'listening')
    const address = proxy.server.address()
    target.port = String(typeof address === 'object' && address ? address.port : 0)
    return Object.assign(proxy, { through: target.href })
  }

  cut(): void {
    this.isCut = true
    for (const pair of this.pairs) this.pausePair(pair)
  }

  /** The connections there are pass nothing any more and are not closed; new ones pass. */
  cutPresent(): void {
    for (const pair of this.pairs) this.pausePair(pair)
  }

  /** Closes the connections there are; new ones pass. */
  drop(): void {
    for (const [near] of this.pairs) near.destroy()
  }

  slow(delayMs: number): void {
    this.delayMs = delayMs
  }

  heal(): void {
    this.isCut = false
    this.delayMs = 0
    for (const pair of this.pairs) for (const socket of pair) socket.resume()
  }

  async stop(): Promise<void> {
    for (const [near] of this.pairs) near.destroy()
    const closed = once(this.server, 'close')
    this.server.close()
    await closed
  }

  private pausePair(pair: readonly [Socket, Socket]): void {
    for (const socket of pair) socket.pause()
  }

  private pass(from: Socket, to: Socket): void {
    from.on('data', (chunk) => {
      if (this.delayMs === 0) to.write(chunk)
      else setTimeout(() => to.write(chunk), this.delayMs)
    })
  }
}
