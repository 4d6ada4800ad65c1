import type { ClientFrame, ServerFrame } from '@ruwu/contract'
import type { Database } from '../../db/database.ts'
import type { ChatIdentity } from '../../platform/http/chat-identity.ts'
import type { ReadService } from '../conversation/index.ts'
import { type Outcome, refusal, type SendService } from '../message/index.ts'
import { listMembers, type TopicAccess, viewedId } from '../topic/index.ts'
import type { Clock } from '../../platform/clock.ts'
import { ChatError } from '../../platform/http/chat-error.ts'
import type { ChatDelivery } from './chat-delivery.ts'
import { answerPing } from './frames.ts'

type Frame<T extends ClientFrame['type']> = Extract<ClientFrame, { type: T }>

export type FrameDeps = {
  db: Database
  clock: Clock
  sends: SendService
  reads: ReadService
  access: TopicAccess
  delivery: ChatDelivery
}

/** A frame that has taken effect in its order; its answer may be pending. */
type Begun = { answer: ServerFrame | undefined | Promise<ServerFrame | undefined> }

/** Rate limit per socket: `typing` frames within this interval are dropped. */
const TYPING_EVERY_MS = 1000

/** Handles the frames of one socket, one after the other. */
export class ChatFrames {
  private readonly deps: FrameDeps
  private readonly caller: ChatIdentity
  private readonly socketId: string
  private readonly newestEvent: () => number | undefined
  private lastTyping = -Infinity
  private turn: Promise<unknown> = Promise.resolve()

  constructor(deps: FrameDeps, caller: ChatIdentity, socketId: string, newestEvent: () => number | undefined) {
    this.deps = deps
    this.caller = caller
    this.socketId = socketId
    this.newestEvent = newestEvent
  }

  /**
   * Returns the answer to a frame. Frames take effect in the order received, but a message does not wait for the
   * previous one's commit.
   */
  async take(frame: ClientFrame): Promise<ServerFrame | undefined> {
    const begun = this.turn.then(() => this.begin(frame))
    this.turn = begun.catch(() => undefined)
    return (await begun).answer
  }

  private async begin(frame: ClientFrame): Promise<Begun> {
    switch (frame.type) {
      case 'nop': {
        const seq = this.newestEvent()
        return { answer: { type: 'nop', ...(seq === undefined ? {} : { seq }) } }
      }
      case 'ping':
        return { answer: answerPing(frame) }
      case 'chat':
        return this.chat(frame)
      case 'read':
        return { answer: await this.read(frame) }
      case 'typing':
        return { answer: await this.typing(frame) }
      case 'pong':
      case 'resp':
        return { answer: undefined }
    }
  }

  private async chat(frame: Frame<'chat'>): Promise<Begun> {
    const { chatId, topicId, attendee, content } = frame
    const input = {
      chatId: chatId ?? undefined,
      topicId: topicId ?? undefined,
      attendee: attendee ?? undefined,
      content,
    }
    const { outcome } = await this.deps.sends.submit(this.caller, input)
    return { answer: outcome.then((each) => answerSend(frame, each)) }
  }

  private async read({ chatId, topicId, seq }: Frame<'read'>): Promise<ServerFrame | undefined> {
    const named = chatId ? { type: 'resp' as const, chatId, ...(topicId ? { topicId } : {}) } : undefined
    try {
      if (!topicId) throw new ChatError(400, 'topicId required')
      await this.deps.reads.read(this.caller, topicId, seq ?? undefined, this.socketId)
      return named && { ...named, code: 200 }
    } catch (error) {
      if (!(error instanceof ChatError)) throw error
      return named && { ...named, code: error.status, message: error.message }
    }
  }

  /** Not stored: pushed to the other members' open sockets. Dropped when the caller may not send in the topic. */
  private async typing({ topicId }: Frame<'typing'>): Promise<undefined> {
    const now = performance.now()
    if (!topicId || now - this.lastTyping < TYPING_EVERY_MS) return
    this.lastTyping = now
    const { entId, userId } = this.caller
    try {
      const row = await this.deps.access.find(this.caller, topicId)
      const members = new Map((await listMembers(this.deps.db.sql, entId, row.id)).map((each) => [each.userId, each]))
      const topic = { ...row, isDismissed: row.dismissedAt !== null, members }
      if (refusal(topic, userId, this.deps.clock.now())) return
      const others = [...members.values()].filter((member) => member.userId !== userId)
      this.deps.delivery.pushEach(
        entId,
        others.map((member) => ({
          userId: member.userId,
          frame: { type: 'typing', topicId: viewedId(row, member.userId), attendee: userId, senderId: userId },
        })),
      )
    } catch (error) {
      if (!(error instanceof ChatError)) throw error
    }
  }
}

function answerSend({ chatId, topicId }: Frame<'chat'>, outcome: Outcome): ServerFrame | undefined {
  if (!chatId) return undefined
  const named = { type: 'resp' as const, chatId, ...(topicId ? { topicId } : {}), code: outcome.code }
  return outcome.code === 200
    ? { ...named, seq: outcome.seq, createdAt: outcome.createdAt.toISOString() }
    : { ...named, message: outcome.message }
}
