import { platform, type SocketLike, type SocketListener } from '@ruwu/chat-client'

const BROKEN = 1006

/** A client's end of a real socket. Frames of either direction wait in a pipe until a step lets them pass or drops them. */
export class Link implements SocketLike {
  readonly up: string[] = []
  readonly down: string[] = []
  /** Frames that came from the server so far. */
  received = 0
  private readonly wire: SocketLike
  private readonly listener: SocketListener
  private readonly onEnd: () => void
  private readonly unanswered = new Set<string>()
  private readonly pings = new Map<string, () => void>()
  private isCalm: boolean
  private isOpen = false
  /** The client no longer listens. */
  private isLeft = false
  private isClosed = false

  constructor(url: string, listener: SocketListener, isCalm: boolean, onEnd: () => void) {
    this.listener = listener
    this.isCalm = isCalm
    this.onEnd = onEnd
    this.wire = platform.openSocket(url, {
      open: () => this.opened(),
      message: (data) => this.receive(String(data)),
      close: (code) => this.closed(code),
    })
  }

  send(text: string): void {
    this.up.push(text)
    if (this.isCalm) this.flush()
  }

  close(): void {
    this.leave()
    this.wire.close()
  }

  passUp(): void {
    const text = this.up.shift()
    if (text === undefined || !this.isOpen || this.isClosed) return
    const { type, chatId } = JSON.parse(text) as { type: string; chatId?: string }
    if ((type === 'chat' || type === 'read') && chatId) this.unanswered.add(chatId)
    this.wire.send(text)
  }

  passDown(): void {
    const text = this.down.shift()
    if (text !== undefined && !this.isLeft) this.listener.message(text)
  }

  /** The client loses the connection without a close frame. The server may not notice, and pending frames may arrive. */
  cut({ arrives, closes }: { arrives: boolean; closes: boolean }): void {
    if (this.isLeft) return
    if (arrives) while (this.up.length > 0) this.passUp()
    this.leave()
    this.listener.close(BROKEN)
    if (closes) this.wire.close()
  }

  /** Delivers all held frames, and from now on every frame at once. */
  calmDown(): void {
    this.isCalm = true
    this.flush()
    if (this.isLeft) this.wire.close()
  }

  /** Resolves when every frame the server has written so far has arrived. */
  async roundTrip(): Promise<void> {
    if (!this.isOpen || this.isClosed) return
    const chatId = `ping ${this.pings.size} ${this.received}`
    await new Promise<void>((resolve) => {
      this.pings.set(chatId, resolve)
      this.wire.send(JSON.stringify({ type: 'ping', chatId }))
    })
  }

  get isBusy(): boolean {
    const isOpening = !this.isOpen && !this.isClosed
    return isOpening || (!this.isClosed && this.unanswered.size > 0)
  }

  private opened(): void {
    this.isOpen = true
    if (this.isLeft) return this.wire.close()
    this.listener.open()
  }

  private receive(text: string): void {
    const { type, chatId = '' } = JSON.parse(text) as { type: string; chatId?: string }
    if (type === 'resp') this.unanswered.delete(chatId)
    const answered = this.pings.get(chatId)
    this.pings.delete(chatId)
    if (answered) return answered()
    this.received += 1
    this.down.push(text)
    if (this.isCalm) this.flush()
  }

  private closed(code: number): void {
    this.isClosed = true
    for (const resolve of this.pings.values()) resolve()
    const wasLeft = this.isLeft
    this.leave()
    this.onEnd()
    if (!wasLeft) this.listener.close(code)
  }

  private leave(): void {
    this.isLeft = true
  }

  private flush(): void {
    while (this.up.length > 0) this.passUp()
    while (this.down.length > 0) this.passDown()
  }
}
