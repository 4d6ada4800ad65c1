import { CHAT_CLIENT_ERRORS, SOCKET, SOCKET_RESPONSE_OK } from '@ruwu/domain'
import type { Timers } from './connection-options.ts'
import type { Envelope } from './read-frame.ts'

type Waiting = { resolve(): void; reject(error: Error): void; cancelTimeout(): void }

/** Request frames answered by a `resp` frame; rejected after 15 s. */
export class Requests {
  private readonly timers: Timers
  private readonly waiting = new Map<string, Waiting>()

  constructor(timers: Timers) {
    this.timers = timers
  }

  expect(chatId: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const fail = () => this.take(chatId)?.reject(new Error(CHAT_CLIENT_ERRORS.timeout))
      const cancelTimeout = this.timers.after(SOCKET.responseTimeoutMs, fail)
      this.waiting.set(chatId, { resolve, reject, cancelTimeout })
    })
  }

  answer({ chatId = '', code, message }: Envelope): void {
    const waiting = this.take(chatId)
    if (code === SOCKET_RESPONSE_OK) waiting?.resolve()
    else waiting?.reject(new Error(message || String(code)))
  }

  shutdown(): void {
    for (const chatId of this.waiting.keys()) this.take(chatId)?.reject(new Error(CHAT_CLIENT_ERRORS.shutdown))
  }

  private take(chatId: string): Waiting | undefined {
    const waiting = this.waiting.get(chatId)
    waiting?.cancelTimeout()
    this.waiting.delete(chatId)
    return waiting
  }
}
