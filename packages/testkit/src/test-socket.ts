import { type ClientFrame, ServerFrame } from '@ruwu/contract'
import { WebSocket } from 'ws'

type FrameOf<T extends ServerFrame['type']> = Extract<ServerFrame, { type: T }>

/** A real socket that records every received frame in order. */
export class TestSocket {
  readonly frames: ServerFrame[] = []
  closed: { code: number; reason: string } | undefined
  private readonly socket: WebSocket
  private waiting: (() => void)[] = []
  private pings = 0

  private constructor(socket: WebSocket) {
    this.socket = socket
    socket.on('message', (data: Buffer) => {
      this.frames.push(ServerFrame.parse(JSON.parse(data.toString())))
      this.wake()
    })
    socket.on('close', (code, reason) => {
      this.closed = { code, reason: reason.toString() }
      this.wake()
    })
  }

  get protocol(): string {
    return this.socket.protocol
  }

  /** Rejects with the status when the upgrade is refused. */
  static open(url: string, headers: Record<string, string> = {}, protocols: string[] = []): Promise<TestSocket> {
    return new Promise((resolve, reject) => {
      const socket = new WebSocket(url, protocols, { headers })
      // Before `open`, so that a frame sent with the answer to the upgrade is not missed.
      const opened = new TestSocket(socket)
      socket.once('open', () => resolve(opened))
      socket.once('unexpected-response', (_request, response) => reject(new Error(`refused ${response.statusCode}`)))
      socket.once('error', reject)
    })
  }

  send(frame: ClientFrame | Record<string, unknown> | string): void {
    this.socket.send(typeof frame === 'string' ? frame : JSON.stringify(frame))
  }

  /** The first matching frame, already received or future. */
  next(fits: (frame: ServerFrame) => boolean): Promise<ServerFrame> {
    return this.until(() => this.frames.find(fits))
  }

  /** Removes and returns all received frames of a type. */
  take<T extends ServerFrame['type']>(type: T): FrameOf<T>[] {
    const taken = this.frames.filter((frame): frame is FrameOf<T> => frame.type === type)
    for (const frame of taken) this.frames.splice(this.frames.indexOf(frame), 1)
    return taken
  }

  /** Resolves when everything the server wrote before has arrived. */
  async roundTrip(): Promise<void> {
    this.pings += 1
    const chatId = `ping-${this.pings}`
    this.send({ type: 'ping', chatId })
    await this.next((frame) => frame.type === 'resp' && frame.chatId === chatId)
  }

  whenClosed(): Promise<{ code: number; reason: string }> {
    return this.until(() => this.closed)
  }

  async close(): Promise<void> {
    this.socket.close()
    await this.whenClosed()
  }

  private async until<T>(find: () => T | undefined): Promise<T> {
    for (;;) {
      const found = find()
      if (found !== undefined) return found
      if (this.closed) throw new Error(`socket closed: ${this.closed.code} ${this.closed.reason}`)
      await new Promise<void>((resolve) => this.waiting.push(resolve))
    }
  }

  private wake(): void {
    for (const resolve of this.waiting.splice(0)) resolve()
  }
}
