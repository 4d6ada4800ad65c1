import { CHAT_CLIENT_ERRORS, SOCKET, SOCKET_RESPONSE_OK } from '@ruwu/domain'
import type { Timers } from './connection-options.ts'
import type { Message } from './message.ts'
import type { Envelope } from './read-frame.ts'

type Waiting = {
  message: Message
  resolve(): void
  reject(error: Error): void
  /** Set while the server is asked. */
  cancelTimeout?: (() => void) | undefined
}

type OutboxOptions = {
  timers: Timers
  /** False while there is no connection. */
  write(frame: object): boolean
  onAck(message: Message, ack: { seq: number | undefined; createdAt: string | undefined }): void
  onFailed(message: Message, error: string): void
}

/**
 * What is on its way out. One message of a topic at a time, so that their order is kept whatever is lost; after a
 * reconnect those without an answer are written again under the same chatId, which the server knows how to take.
 */
export class Outbox {
  private readonly options: OutboxOptions
  private readonly lanes = new Map<string, Waiting[]>()

  constructor(options: OutboxOptions) {
    this.options = options
  }

  /** Resolves when the server has it, rejects when it refused or did not answer in time. */
  send(message: Message): Promise<void> {
    return new Promise((resolve, reject) => {
      const lane = this.lanes.get(message.topicId) ?? []
      this.lanes.set(message.topicId, lane)
      lane.push({ message, resolve, reject })
      this.advance(message.topicId)
    })
  }

  /** Connected: everything without an answer is written (again). */
  resume(): void {
    for (const topicId of this.lanes.keys()) this.advance(topicId)
  }

  /** Disconnected: nobody can answer now. */
  pause(): void {
    for (const [first] of this.lanes.values()) {
      first?.cancelTimeout?.()
      if (first) first.cancelTimeout = undefined
    }
  }

  /** The answer to a message. */
  answer({ chatId, code, message, seq, createdAt }: Envelope): void {
    const first = this.firstOf(chatId)
    if (!first) return
    if (code !== SOCKET_RESPONSE_OK) return this.fail(first, message || String(code))
    this.options.onAck(first.message, { seq, createdAt })
    this.settle(first)
    return first.resolve()
  }

  /** It was seen in the topic, so the server has it, answered or not. */
  confirm(topicId: string, chatId: string): void {
    const found = this.lanes.get(topicId)?.find((waiting) => waiting.message.chatId === chatId)
    if (!found) return
    this.settle(found)
    found.resolve()
  }

  /** Gives up everything. */
  shutdown(): void {
    for (const waiting of [...this.lanes.values()].flat()) this.fail(waiting, CHAT_CLIENT_ERRORS.shutdown, true)
    this.lanes.clear()
  }

  /** Forgets a topic: nobody waits for its messages any more. */
  drop(topicId: string): void {
    for (const waiting of [...(this.lanes.get(topicId) ?? [])].toReversed()) {
      this.fail(waiting, CHAT_CLIENT_ERRORS.conversationMissing, true)
    }
  }

  private advance(topicId: string): void {
    const [first] = this.lanes.get(topicId) ?? []
    if (!first || first.cancelTimeout) return
    const { chatId, content } = first.message
    if (!this.options.write({ type: 'chat', chatId, topicId, content })) return
    first.cancelTimeout = this.options.timers.after(SOCKET.responseTimeoutMs, () =>
      this.fail(first, CHAT_CLIENT_ERRORS.timeout),
    )
  }

  private firstOf(chatId: string | undefined): Waiting | undefined {
    for (const [first] of this.lanes.values()) if (first?.message.chatId === chatId) return first
    return undefined
  }

  private fail(waiting: Waiting, error: string, isFinal = false): void {
    this.options.onFailed(waiting.message, error)
    this.settle(waiting, isFinal)
    waiting.reject(new Error(error))
  }

  private settle(waiting: Waiting, isFinal = false): void {
    const { topicId } = waiting.message
    waiting.cancelTimeout?.()
    const rest = (this.lanes.get(topicId) ?? []).filter((other) => other !== waiting)
    if (rest.length > 0) this.lanes.set(topicId, rest)
    else this.lanes.delete(topicId)
    if (!isFinal) this.advance(topicId)
  }
}
