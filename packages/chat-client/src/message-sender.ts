import type { Content } from '@ruwu/contract'
import { canRecall, RECALL, SOCKET_RESPONSE_OK } from '@ruwu/domain'
import type { Timers } from './connection-options.ts'
import { targetOf, UPDATE_EXTRA } from './control.ts'
import type { Emitter } from './emitter.ts'
import type { ChatEvents } from './events.ts'
import { type Message, outgoingMessage } from './message.ts'
import { Outbox } from './outbox.ts'
import type { Persistence } from './persistence.ts'
import type { Envelope } from './read-frame.ts'
import type { Threads } from './threads.ts'

/** An acknowledgement can arrive before earlier pushes; a gap still open after this time is fetched. */
const PUSH_GRACE_MS = 1000

const PREFIX = 'outbox/'
const keyOf = ({ topicId, chatId }: Message) => `${PREFIX}${topicId}/${chatId}`

type MessageSenderOptions = {
  me: string
  timers: Timers
  clock(): Date
  persistence: Persistence
  threads: Threads
  emitter: Emitter<ChatEvents>
  newChatId(): string
  write(frame: object): boolean
  /** Fetches a topic's missing messages. */
  catchUp(topicId: string): void
}

/** Sends messages: stored as pending, then sent or failed; the chatId makes resending idempotent. */
export class MessageSender {
  private readonly options: MessageSenderOptions
  private readonly outbox: Outbox
  private lastTime = 0

  constructor(options: MessageSenderOptions) {
    this.options = options
    this.outbox = new Outbox({
      timers: options.timers,
      write: options.write,
      onAck: (message, { seq, createdAt }) => this.acknowledge(message, seq, createdAt),
      onFailed: (message, error) => this.fail(message, error),
    })
  }

  /** Pending messages of an earlier page load. */
  async restore(): Promise<void> {
    const stored = (await this.options.persistence.list(PREFIX)).map(([, value]) => value as Message)
    for (const message of stored.toSorted((a, b) => (a.createdAt < b.createdAt ? -1 : 1))) {
      this.logOf(message.topicId).addOutgoing(message)
      this.lastTime = Math.max(this.lastTime, Date.parse(message.createdAt))
      if (message.status === 'pending') this.outbox.send(message).catch(() => undefined)
    }
  }

  /** Resolves with the message on acknowledgement. */
  async send(topicId: string, content: Content): Promise<Message> {
    const { me, newChatId } = this.options
    return this.submit(outgoingMessage(topicId, newChatId(), me, content, this.nextTime()))
  }

  /** Sends a failed message again under the same chatId. */
  async retry(topicId: string, chatId: string): Promise<Message> {
    const failed = this.logOf(topicId).find(chatId)
    if (failed?.status !== 'failed') throw new Error('message not found')
    const { error: _, ...message } = failed
    return this.submit({ ...message, status: 'pending' })
  }

  /** Own messages within 120 s; the server enforces it as well. */
  async recall(topicId: string, chatId: string): Promise<Message> {
    const target = this.targetFor(topicId, chatId)
    if (!canRecall(target, this.options.me, this.options.clock())) throw new Error('recall timeout')
    return this.send(topicId, { type: RECALL, text: chatId, unreadable: true })
  }

  async updateExtra(topicId: string, chatId: string, extra: Record<string, string>): Promise<Message> {
    this.targetFor(topicId, chatId)
    return this.send(topicId, { type: UPDATE_EXTRA, text: chatId, extra, unreadable: true })
  }

  answer(frame: Envelope): void {
    this.outbox.answer(frame)
    const { topicId = '', chatId = '', code, seq, createdAt } = frame
    // An acknowledgement after the timeout still counts.
    const late = this.options.threads.find(topicId)?.log.find(chatId)
    if (code === SOCKET_RESPONSE_OK && late?.status === 'failed') this.acknowledge(late, seq, createdAt)
  }

  /** The message arrived in the topic. */
  confirm(message: Message): void {
    this.options.persistence.set(keyOf(message), undefined)
    this.outbox.confirm(message.topicId, message.chatId)
  }

  forget(topicId: string): void {
    this.outbox.drop(topicId)
    const outgoing =
      this.options.threads
        .find(topicId)
        ?.log.list()
        .filter(({ seq }) => seq === 0) ?? []
    for (const message of outgoing) this.options.persistence.set(keyOf(message), undefined)
  }

  resume(): void {
    this.outbox.resume()
  }

  pause(): void {
    this.outbox.pause()
  }

  shutdown(): void {
    this.outbox.shutdown()
  }

  private async submit(message: Message): Promise<Message> {
    const log = this.logOf(message.topicId)
    log.addOutgoing(message)
    this.options.persistence.set(keyOf(message), message)
    this.tellChanged(message)
    await this.outbox.send(message)
    return log.find(message.chatId) ?? message
  }

  private acknowledge({ topicId, chatId }: Message, seq: number | undefined, createdAt: string | undefined): void {
    const { threads, timers, persistence } = this.options
    const feed = threads.open(topicId)
    const message = feed.log.find(chatId)
    if (!message || !feed.log.isOutgoing(chatId)) return
    const { error: _, ...rest } = message
    const sent: Message = { ...rest, status: 'sent', seq: seq ?? 0, createdAt: createdAt ?? message.createdAt }
    feed.log.replace(sent)
    persistence.set(keyOf(message), undefined)
    this.tellChanged(sent)
    if (!seq) return
    // After the stored messages are loaded.
    void threads.get(topicId).then(() => feed.expectOwn(seq))
    timers.after(PUSH_GRACE_MS, () => feed.isBehind && this.options.catchUp(topicId))
  }

  private fail({ topicId, chatId }: Message, error: string): void {
    const log = this.logOf(topicId)
    const message = log.find(chatId)
    if (message?.status !== 'pending') return
    const failed: Message = { ...message, status: 'failed', error }
    const isControl = targetOf(message) !== undefined
    // A refused control message is not kept as a failed message.
    if (isControl) log.removeOutgoing(chatId)
    else log.replace(failed)
    this.options.persistence.set(keyOf(message), isControl ? undefined : failed)
    this.tellChanged(failed)
    this.options.emitter.emit('sendFailed', failed)
  }

  /** Strictly increasing: pending messages are ordered by time. */
  private nextTime(): Date {
    this.lastTime = Math.max(this.lastTime + 1, this.options.clock().getTime())
    return new Date(this.lastTime)
  }

  private targetFor(topicId: string, chatId: string): Message {
    const target = this.logOf(topicId).find(chatId)
    if (!target || target.seq === 0) throw new Error('message not found')
    if (target.senderId !== this.options.me) throw new Error('not the sender')
    if (target.recall) throw new Error('already recalled')
    return target
  }

  private logOf(topicId: string) {
    return this.options.threads.open(topicId).log
  }

  private tellChanged({ topicId }: Message): void {
    this.options.emitter.emit('messagesChanged', { topicId })
  }
}
