import type { CustomerMessage } from '@ruwu/contract'
import type { ThreadPage } from '../thread-messages.ts'
import type { SendAnswer } from '../thread-pending.ts'
import type { ThreadChange } from '../thread-state.ts'
import { aLine, aMessage, changeOf, failureOf, ours, readUpTo, second } from './a-message.ts'

export type ModelEvent = { type: 'cus_message'; message: CustomerMessage } | ThreadChange

const LIMIT = 3

/** Reference model of a thread on the server, with an event log. */
export class ModelThread {
  readonly messages: CustomerMessage[] = []
  readonly log: ModelEvent[] = []
  private clock = 1000

  private now(): string {
    this.clock += 1
    return second(this.clock)
  }

  private append(make: (seq: number) => CustomerMessage): CustomerMessage {
    const at = this.now()
    const message = { ...make(this.messages.length + 1), createdAt: at, updatedAt: at }
    this.messages.push(message)
    this.log.push({ type: 'cus_message', message })
    return message
  }

  hear(): void {
    this.append((seq) => aMessage(seq, { content: { type: 'image', extra: { media: 'loading' } } }))
  }

  sayLine(): void {
    this.append((seq) => aLine(seq))
  }

  /** Idempotent: a repeated chatId answers the first result. */
  take(chatId: string, text: string): SendAnswer {
    const known = this.messages.find((message) => message.chatId === chatId)
    const message = known ?? this.append((seq) => ours(seq, { chatId, content: { type: 'text', text }, status: 0 }))
    const { id, seq, createdAt, status } = message
    const quota = { left: null, max: null, closesAt: null, ruleId: null }
    return { id, chatId, seq, createdAt, status, quota }
  }

  private change(seq: number, to: (message: CustomerMessage) => Partial<CustomerMessage> | undefined): void {
    const message = this.messages[seq - 1]
    const changed = message && to(message)
    if (!changed) return
    const { failKind: _kind, failMsg: _msg, ...rest } = message
    const now: CustomerMessage = { ...rest, ...changed, updatedAt: this.now() }
    this.messages[seq - 1] = now
    this.log.push(
      now.status === 2 ? failureOf(now) : changeOf(now, changed.content ? { content: changed.content } : {}),
    )
  }

  arrive(seq: number): void {
    this.change(seq, ({ status, senderKind }) => (senderKind === 'human' && status !== 1 ? { status: 1 } : undefined))
  }

  fail(seq: number): void {
    this.change(seq, ({ status }) =>
      status === 0 ? { status: 2, failKind: 'busy', failMsg: '平台繁忙，请稍后再试' } : undefined,
    )
  }

  retry(seq: number): void {
    this.change(seq, ({ status }) => (status === 2 ? { status: 0 } : undefined))
  }

  fetchMedia(seq: number): void {
    this.change(seq, ({ content, recall }) =>
      content.extra?.media && !recall ? { content: { type: 'image', text: '/picture' } } : undefined,
    )
  }

  recall(seq: number): void {
    this.change(seq, ({ recall, status }) =>
      !recall && status === 1 ? { recall: true, content: { type: 'recalled' } } : undefined,
    )
  }

  readTo(seq: number): void {
    const at = this.now()
    for (const message of this.messages.slice(0, seq)) {
      if (message.status !== 1 || message.senderKind !== 'human' || message.read) continue
      this.messages[message.seq - 1] = { ...message, read: true, updatedAt: at }
    }
    this.log.push(readUpTo(Math.min(seq, this.messages.length), at))
  }

  older(beforeSeq: number): ThreadPage {
    const all = this.messages.slice(0, beforeSeq - 1)
    const items = all.slice(-LIMIT)
    return { kind: 'older', beforeSeq, items, hasMoreBefore: all.length > LIMIT, hasMoreAfter: true }
  }

  newer(afterSeq: number): ThreadPage {
    const all = this.messages.slice(afterSeq)
    const items = all.slice(0, LIMIT)
    return { kind: 'newer', afterSeq, items, hasMoreBefore: afterSeq > 0, hasMoreAfter: all.length > LIMIT }
  }

  newest(): ThreadPage {
    const items = this.messages.slice(-LIMIT)
    return { kind: 'around', items, hasMoreBefore: this.messages.length > LIMIT, hasMoreAfter: false }
  }

  around(seq: number): ThreadPage {
    const from = Math.max(0, seq - 2)
    const items = this.messages.slice(from, seq + 1)
    return { kind: 'around', items, hasMoreBefore: from > 0, hasMoreAfter: seq + 1 < this.messages.length }
  }
}
