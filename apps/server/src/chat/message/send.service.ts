import { type ChatIdentity, isStranger } from '../../platform/http/chat-identity.ts'
import { cleanText } from '../../platform/clean-text.ts'
import { ChatError } from '../../platform/http/chat-error.ts'
import type { CustomerThreads } from '../customer-threads.ts'
import { CUSTOMER_THREAD_REFUSED, type Outcome, type Refused, type Send } from './batch.ts'
import { type ByteAllowance, QUOTA_EXCEEDED, ROW_BYTES } from './byte-allowance.ts'
import { acceptContent } from './content.ts'
import type { MessageWriter } from './message-writer.ts'
import type { Pace } from './pace.ts'

const CHAT_ID_MAX = 64

/** Resolves a client's topic id to the internal one; a missing DM is created. */
type TopicFinder = { idForSending(caller: ChatIdentity, id: string): string | Promise<string> }

type SendInput = {
  chatId: string | undefined
  topicId: string | undefined
  attendee: string | undefined
  content: unknown
}

/** All sends pass through here, by socket or HTTP. */
export class SendService {
  private readonly writer: MessageWriter
  private readonly topics: TopicFinder
  private readonly customers: Pick<CustomerThreads, 'send'>
  private readonly pace: Pace
  private readonly bytes: ByteAllowance

  constructor(deps: {
    writer: MessageWriter
    topics: TopicFinder
    customers: Pick<CustomerThreads, 'send'>
    pace: Pace
    bytes: ByteAllowance
  }) {
    this.writer = deps.writer
    this.topics = deps.topics
    this.customers = deps.customers
    this.pace = deps.pace
    this.bytes = deps.bytes
  }

  /** The outcome for the client; nothing is stored unless the code is 200. */
  send(caller: ChatIdentity, input: SendInput): Promise<Outcome> {
    const prepared = this.prepare(caller, input)
    return prepared instanceof Promise ? prepared.then((each) => this.pass(caller, each)) : this.pass(caller, prepared)
  }

  /** Resolves once the message is queued, so that a later submit is ordered after it. */
  async submit(caller: ChatIdentity, input: SendInput): Promise<{ outcome: Promise<Outcome> }> {
    return { outcome: this.pass(caller, await this.prepare(caller, input)) }
  }

  private async pass(caller: ChatIdentity, prepared: Send | Refused): Promise<Outcome> {
    if ('code' in prepared) return prepared
    // The writer refuses customer threads once it has the topic: checking first would cost every other send a query.
    const outcome = await this.writer.send(prepared)
    if (outcome.code !== 200 || outcome.isRepeat) this.refund(caller, prepared)
    return outcome === CUSTOMER_THREAD_REFUSED ? this.customers.send(caller, prepared) : outcome
  }

  /** Synchronous unless the topic has to be looked up or more bytes have to be counted. */
  private prepare(
    caller: ChatIdentity,
    { chatId, topicId, attendee, content }: SendInput,
  ): Send | Refused | Promise<Send | Refused> {
    const name = cleanText(chatId ?? '')
    if (name === '' || name.length > CHAT_ID_MAX) return { code: 400, message: 'bad chatId' }
    const topic = topicId || (attendee ? `${caller.userId}:${attendee}` : '')
    if (!topic) return { code: 400, message: 'topicId required' }
    const accepted = acceptContent(content)
    if (!accepted.ok) return { code: accepted.code, message: accepted.message }
    const isTooFast = !this.pace.allows(`${caller.entId} ${caller.userId}`)
    const into = (id: string): Send => ({
      entId: caller.entId,
      topicId: id,
      senderId: caller.userId,
      chatId: name,
      content: accepted.content,
      json: accepted.json,
      ...(isTooFast ? { overLimit: 'too fast' } : {}),
    })
    try {
      const id = this.topics.idForSending(caller, topic)
      return id instanceof Promise
        ? id.then((found) => this.charge(caller, into(found))).catch(asRefusal)
        : this.charge(caller, into(id))
    } catch (error) {
      return asRefusal(error)
    }
  }

  private charge(caller: ChatIdentity, send: Send): Send | Promise<Send> {
    if (!isStranger(caller) || send.overLimit) return send
    const settle = (isWithin: boolean): Send => (isWithin ? send : { ...send, overLimit: QUOTA_EXCEEDED })
    const isWithin = this.bytes.take(caller.userId, bytesOf(send))
    return isWithin instanceof Promise ? isWithin.then(settle) : settle(isWithin)
  }

  private refund(caller: ChatIdentity, send: Send): void {
    if (isStranger(caller) && !send.overLimit) this.bytes.giveBack(caller.userId, bytesOf(send))
  }
}

const bytesOf = ({ json = '' }: Send) => ROW_BYTES + Buffer.byteLength(json)

function asRefusal(error: unknown): Refused {
  if (error instanceof ChatError) return { code: error.status as 403 | 404, message: error.message }
  throw error
}
