import type { Content } from '@ruwu/contract'
import { isReadable, RECALL, shortCode, SHORT_CODE_RANDOM_BYTES } from '@ruwu/domain'
import type { Api } from './api.ts'
import { type Connection, createConnection } from './connection.ts'
import type { ConnectionStatus } from './connection-options.ts'
import { withChange, withMessage, withTopicContent } from './conversation-state.ts'
import { Conversations } from './conversations.ts'
import type { Emitter } from './emitter.ts'
import { type ChatEvents, topicEventOf } from './events.ts'
import { ChatHttpError } from './http.ts'
import { FrameHandler } from './frame-handler.ts'
import type { Message } from './message.ts'
import { Persistence } from './persistence.ts'
import { RetryingTasks } from './retrying-tasks.ts'
import { type Platform, socketUrl } from './platform.ts'
import { Requests } from './requests.ts'
import { MessageSender } from './message-sender.ts'
import { Threads } from './threads.ts'
import type { Appended, TopicFeed } from './topic-feed.ts'
import { withContent } from './topic-state.ts'
import { TtlCache } from './ttl-cache.ts'
import { CONNECT_PATH } from './wire.ts'

type UserChatOptions = {
  me: string
  token: string
  host: string
  api: Api
  platform: Platform
  emitter: Emitter<ChatEvents>
}

/** One signed-in user's chat state: conversations, threads, pending sends, and the connection that keeps them current. */
export class UserChat {
  readonly me: string
  readonly api: Api
  readonly users: TtlCache<Awaited<ReturnType<Api['user']['profile']>>>
  readonly topics: TtlCache<Awaited<ReturnType<Api['topic']['info']>>>
  readonly conversations: Conversations
  readonly threads: Threads
  readonly sender: MessageSender
  readonly requests: Requests
  readonly persistence: Persistence
  readonly connection: Connection
  private readonly platform: Platform
  private readonly emitter: Emitter<ChatEvents>
  private readonly tasks: RetryingTasks
  private isRunning = false
  private restoring: Promise<void> | undefined

  constructor({ me, token, host, api, platform, emitter }: UserChatOptions) {
    const { timers, random, report } = platform
    const now = () => timers.now()
    this.me = me
    this.api = api
    this.platform = platform
    this.emitter = emitter
    this.persistence = new Persistence(platform.openStorage(me), report)
    this.users = new TtlCache((userId) => api.user.profile({ userId }), now)
    this.topics = new TtlCache((topicId) => api.topic.info({ topicId }), now)
    this.requests = new Requests(timers)
    this.tasks = new RetryingTasks({ timers, random, isWanted: () => this.connection.status() === 'connected' })
    this.conversations = new Conversations({
      api,
      persistence: this.persistence,
      now,
      onUpdated: (conversation) => emitter.emit('conversationUpdated', conversation),
      onRemoved: (topicId) => this.forget(topicId),
    })
    this.threads = new Threads({
      me,
      api,
      persistence: this.persistence,
      onAppended: (onAppended) => this.appended(onAppended),
      onChanged: (topicId) => emitter.emit('messagesChanged', { topicId }),
    })
    this.sender = new MessageSender({
      me,
      timers,
      clock: platform.clock,
      persistence: this.persistence,
      threads: this.threads,
      emitter,
      newChatId: () => this.newChatId(),
      write: (frame) => this.connection.send(frame),
      catchUp: (topicId) => this.fill(topicId),
    })
    const frames = new FrameHandler(this, emitter)
    this.connection = createConnection({
      createSocket: (listener) => platform.openSocket(socketUrl(host, CONNECT_PATH, token), listener),
      timers,
      random,
      ...(platform.watch ? { watch: platform.watch } : {}),
      checkSession: () => this.isSessionAlive(),
      userId: () => me,
      onStatus: (status) => this.onStatus(status),
      onFrame: (frame) => frames.take(frame),
      onKick: (reason) => this.end(() => emitter.emit('kicked', reason)),
      onSessionEnd: () => this.end(() => emitter.emit('authError', undefined)),
    })
  }

  /** Restores stored state before connecting. */
  async start(): Promise<void> {
    if (this.isRunning) return
    this.isRunning = true
    this.restoring ??= Promise.all([this.conversations.restore(), this.sender.restore()]).then(() => undefined)
    await this.restoring
    if (this.isRunning) this.connection.start()
  }

  shutdown(): void {
    this.end(() => this.connection.stop())
  }

  /** Whether sends are accepted: connected or reconnecting. */
  get isOpen(): boolean {
    return this.isRunning
  }

  newChatId(): string {
    return shortCode(this.platform.randomBytes(SHORT_CODE_RANDOM_BYTES))
  }

  /** Syncs conversations, then fills gaps of open threads; retried until it succeeds. */
  sync(): void {
    this.tasks.run('sync', async () => {
      await this.conversations.sync()
      for (const topicId of this.threads.topicIds()) {
        if ((await this.thread(topicId)).isBehind) this.fill(topicId)
      }
    })
  }

  /** A topic's feed, trimmed to the visible history. */
  async thread(topicId: string): Promise<TopicFeed> {
    const feed = await this.threads.get(topicId)
    const { startSeq, lastSeq } = this.conversations.find(topicId) ?? { startSeq: 0, lastSeq: 0 }
    this.setHistoryStart(topicId, startSeq)
    feed.expectUpTo(lastSeq)
    return feed
  }

  fill(topicId: string): void {
    this.tasks.run(`fill ${topicId}`, async () => {
      await (await this.threads.get(topicId)).fill()
      this.threads.save(topicId)
    })
  }

  /** Sets the seq above which history is visible. */
  setHistoryStart(topicId: string, startSeq: number): void {
    const log = this.threads.find(topicId)?.log
    if (!log?.hasBase || log.floor > startSeq) return
    log.trim(startSeq)
    this.threads.save(topicId)
  }

  /** Drops a removed conversation and its messages. */
  forget(topicId: string): void {
    const isKnown = this.conversations.remove(topicId)
    this.sender.forget(topicId)
    if (isKnown || this.threads.find(topicId)) this.threads.forget(topicId)
    this.topics.drop(topicId)
    if (isKnown) this.emitter.emit('conversationRemoved', { topicId })
  }

  /** Local readable messages of other users above a seq. */
  unreadAbove(topicId: string, seq: number): number {
    const messages = this.threads.find(topicId)?.log.run(seq + 1) ?? []
    return messages.filter((message) => !message.isSentByMe && !message.recall && isReadable(message.content)).length
  }

  report(error: unknown): void {
    this.platform.report(error)
  }

  emitTopicEvent(event: { topicId: string; attendee: string; content: Content; message?: string; source?: string }) {
    const name = topicEventOf(event.content.type)
    if (name) this.emitter.emit(name, event)
  }

  private appended({ message, change }: Appended): void {
    const { topicId, senderId, content } = message
    if (content.type === RECALL && !change) this.recount(message)
    this.conversations.change(topicId, (held) => {
      if (message.seq <= held.lastSeq) return held
      const moved = withTopicContent(withMessage(held, message), content)
      return change ? withChange(moved, change.target, change.before) : moved
    })
    this.topics.change(topicId, (topic) => withContent(topic, content))
    if (message.isSentByMe) this.sender.confirm(message)
    this.emitter.emit('topicMessage', message)
    this.emitTopicEvent({ topicId, attendee: senderId, content })
    const isOut = content.type === 'topic.kickout' || content.type === 'topic.quit'
    if (content.type === 'topic.dismiss' || (isOut && senderId === this.me)) this.forget(topicId)
  }

  /** A recall whose target is not stored locally may have been unread: the count is fetched. */
  private recount({ topicId, seq, isSentByMe }: Message): void {
    const { lastSeq, unread } = this.conversations.find(topicId) ?? { lastSeq: Infinity, unread: 0 }
    if (isSentByMe || seq <= lastSeq || unread === 0) return
    this.tasks.run(`recount ${topicId}`, () => this.conversations.refresh(topicId))
  }

  private onStatus(status: ConnectionStatus): void {
    if (status === 'connected') {
      this.emitter.emit('connected', undefined)
      this.emitter.emit('socket_connected', undefined)
      this.sender.resume()
      this.tasks.reset()
      this.sync()
      return
    }
    this.sender.pause()
    if (status === 'connecting') return this.emitter.emit('connecting', undefined)
    this.emitter.emit('socket_disconnected', undefined)
    // Not after a kick, an ended session or shutdown().
    if (this.connection.isRunning()) this.emitter.emit('networkBroken', undefined)
  }

  private end(last: () => void): void {
    if (!this.isRunning) return
    this.isRunning = false
    last()
    this.sender.shutdown()
    this.requests.shutdown()
  }

  private async isSessionAlive(): Promise<boolean> {
    try {
      await this.api.user.profile({ userId: this.me })
      return true
    } catch (error) {
      if (error instanceof ChatHttpError) return error.status !== 401
      throw error
    }
  }
}
