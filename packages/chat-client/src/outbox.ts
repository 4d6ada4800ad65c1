import { CHAT_CLIENT_ERRORS, SOCKET, SOCKET_RESPONSE_OK } from '@ruwu/domain'
import type { Timers } from './connection-options.ts'
import type { Message } from './message.ts'
import type { Envelope } from './read-frame.ts'

type Waiting = {
  message: Message
  resolve(): void
  reject(error: Error): void
  /** Set while the acknowledgement is awaited. */
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
 * Pending sends. One in flight per topic, so that order survives lost frames; after a reconnect unacknowledged messages are
 * written again under the same chatId, which the server treats as idempotent.
 */
export class Outbox {
  private readonly options: OutboxOptions
  private readonly queues = new Map<string, Waiting[]>()

  constructor(options: OutboxOptions) {
    this.options = options
  }

  /** Resolves on acknowledgement, rejects on refusal or timeout. */
  send(message: Message): Promise<void> {
    return new Promise((resolve, reject) => {
      const queue = this.queues.get(message.topicId) ?? []
      this.queues.set(message.topicId, queue)
      queue.push({ message, resolve, reject })
      this.advance(message.topicId)
    })
  }

  /** Connected: writes every unacknowledged message again. */
  resume(): void {
    for (const topicId of this.queues.keys()) this.advance(topicId)
  }

  /** Disconnected: stops the response timers. */
  pause(): void {
    for (const [first] of this.queues.values()) {
      first?.cancelTimeout?.()
      if (first) first.cancelTimeout = undefined
    }
  }

  /** The acknowledgement or refusal of a message. */
  answer({ chatId, code, message, seq, createdAt }: Envelope): void {
    const first = this.firstOf(chatId)
    if (!first) return
    if (code !== SOCKET_RESPONSE_OK) return this.fail(first, message || String(code))
    this.options.onAck(first.message, { seq, createdAt })
    this.settle(first)
    return first.resolve()
  }

  /** The message arrived in the topic, which acknowledges it too. */
  confirm(topicId: string, chatId: string): void {
    const found = this.queues.get(topicId)?.find((waiting) => waiting.message.chatId === chatId)
    if (!found) return
    this.settle(found)
    found.resolve()
  }

  /** Rejects everything pending. */
  shutdown(): void {
    for (const waiting of [...this.queues.values()].flat()) this.fail(waiting, CHAT_CLIENT_ERRORS.shutdown, true)
    this.queues.clear()
  }

  /** Fails all pending messages of a removed topic. */
  drop(topicId: string): void {
    for (const waiting of [...(this.queues.get(topicId) ?? [])].toReversed()) {
      this.fail(waiting, CHAT_CLIENT_ERRORS.conversationMissing, true)
    }
  }

  private advance(topicId: string): void {
    const [first] = this.queues.get(topicId) ?? []
    if (!first || first.cancelTimeout) return
    const { chatId, content } = first.message
    if (!this.options.write({ type: 'chat', chatId, topicId, content })) return
    first.cancelTimeout = this.options.timers.after(SOCKET.responseTimeoutMs, () =>
      this.fail(first, CHAT_CLIENT_ERRORS.timeout),
    )
  }

  private firstOf(chatId: string | undefined): Waiting | undefined {
    for (const [first] of this.queues.values()) if (first?.message.chatId === chatId) return first
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
    const rest = (this.queues.get(topicId) ?? []).filter((other) => other !== waiting)
    if (rest.length > 0) this.queues.set(topicId, rest)
    else this.queues.delete(topicId)
    if (!isFinal) this.advance(topicId)
  }
}
