import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** Many open sockets, kept by another process. */
export class SocketCrowd {
  private readonly child: ChildProcess

  private constructor(child: ChildProcess) {
    this.child = child
  }

  static async open(urls: string[]): Promise<SocketCrowd> {
    const crowd = new SocketCrowd(fork(fileURLToPath(new URL('socket-clients.ts', import.meta.url))))
    crowd.child.send({ kind: 'open', urls })
    await crowd.hear('opened')
    return crowd
  }

  /** How long `work` takes until all sockets together have received so many frames. */
  async time(frames: number, work: () => void): Promise<number> {
    this.child.send({ kind: 'count', frames })
    await this.hear('counting')
    const began = performance.now()
    work()
    await this.hear('counted')
    return performance.now() - began
  }

  async close(): Promise<void> {
    const gone = once(this.child, 'exit')
    this.child.disconnect()
    await gone
  }

  private async hear(kind: string): Promise<void> {
    for (;;) {
      const [message] = (await once(this.child, 'message')) as [{ kind: string; reason?: string }]
      if (message.kind === 'failed') throw new Error(message.reason)
      if (message.kind === kind) return
    }
  }
}
