import type { AuthResult, Content } from '@ruwu/contract'
import { CHAT_CLIENT_ERRORS, CHAT_STORE, displayName } from '@ruwu/domain'
import { type Api, createApi } from './api.ts'
import type { ConnectionStatus } from './connection-options.ts'
import { type LocalConversation, withRead } from './conversation-state.ts'
import { createEmitter } from './emitter.ts'
import type { ChatEvents } from './events.ts'
import { createHttp } from './http.ts'
import type { Message } from './message.ts'
import { type Platform, platform as ownPlatform } from './platform.ts'
import { ownTopicId } from './topic-state.ts'
import { UserChat } from './user-chat.ts'

type ChatClientOptions = {
  /** For example `https://chat.example.com`; default: the page's own host. */
  host?: string
  /** Overrides of browser or Node functions (socket, storage, clock). */
  platform?: Partial<Platform>
}

type Remember = { remember?: boolean }

/** `reply` is the chatId of the answered message. */
type ContentOptions = { mentions?: string[]; mentionAll?: boolean; reply?: string; extra?: Record<string, string> }

/** The chat SDK: sign-in, connection, and a local copy of conversations and messages kept equal to the server's. */
export class ChatClient {
  /** Every HTTP call of the protocol, without any local state. */
  readonly api: Api
  private readonly host: string
  private readonly platform: Platform
  private readonly emitter
  private signedIn: { result: AuthResult; chat: UserChat } | undefined

  constructor({ host = '', platform = {} }: ChatClientOptions = {}) {
    this.host = host
    this.platform = { ...ownPlatform, ...platform }
    this.emitter = createEmitter<ChatEvents>(this.platform.report)
    const { fetch, timers } = this.platform
    this.api = createApi(createHttp({ host, fetch, timers, token: () => this.signedIn?.result.token }))
  }

  /** Registers a callback; returns the unregistration. */
  on<E extends keyof ChatEvents>(event: E, callback: (payload: ChatEvents[E]) => unknown): () => void {
    return this.emitter.on(event, callback)
  }

  get status(): ConnectionStatus {
    return this.signedIn?.chat.connection.status() ?? 'disconnected'
  }

  get session(): AuthResult | undefined {
    return this.signedIn?.result
  }

  async register(email: string, password: string, { remember = false }: Remember = {}): Promise<AuthResult> {
    return this.enter(await this.api.auth.register({ email, password, remember }))
  }

  async login(email: string, password: string, { remember = false }: Remember = {}): Promise<AuthResult> {
    return this.enter(await this.api.auth.login({ email, password, remember }))
  }

  async loginWithToken(email: string, token: string, { remember = false }: Remember = {}): Promise<AuthResult> {
    if (!token) throw new Error(CHAT_CLIENT_ERRORS.tokenMissing)
    if (!email) throw new Error(CHAT_CLIENT_ERRORS.usernameMissing)
    return this.enter(await this.api.auth.login({ email, token, remember }))
  }

  /** `secret`: `profile.privateExtra.guestSecret` of the first sign-in, where no cookie keeps it. */
  async guestLogin(
    guestId: string,
    { remember = false, ...others }: Remember & { extra?: Record<string, string>; secret?: string } = {},
  ): Promise<AuthResult> {
    return this.enter(await this.api.auth.guestLogin({ guestId, remember, ...others }))
  }

  /** Ends the session on the server and clears local storage, also when the server cannot be reached. */
  async logout(): Promise<void> {
    const { chat } = this
    chat.shutdown()
    try {
      await this.api.auth.logout()
    } finally {
      await chat.persistence.clear()
      this.signedIn = undefined
    }
  }

  async connect(): Promise<void> {
    await this.chat.start()
  }

  reconnect(): void {
    this.chat.connection.reconnect()
  }

  shutdown(): void {
    this.signedIn?.chat.shutdown()
  }

  /** Newest first. */
  conversations(): LocalConversation[] {
    return this.chat.conversations.list()
  }

  conversation(topicId: string): Promise<LocalConversation> {
    return this.chat.conversations.get(this.own(topicId))
  }

  /** Fetches conversations changed since the last sync; runs after every connect as well. */
  syncConversations(): Promise<void> {
    return this.chat.conversations.sync()
  }

  /** The direct conversation with a user: existing, restored or created. */
  async openDm(userId: string): Promise<LocalConversation> {
    return this.chat.conversations.put(await this.api.conversation.open({ userId }))
  }

  async updateConversation(
    topicId: string,
    change: Omit<Parameters<Api['conversation']['update']>[0], 'topicId'>,
  ): Promise<LocalConversation> {
    return this.chat.conversations.put(await this.api.conversation.update({ ...change, topicId: this.own(topicId) }))
  }

  async removeConversation(topicId: string): Promise<void> {
    await this.api.conversation.remove({ topicId: this.own(topicId) })
    this.chat.forget(this.own(topicId))
  }

  async markUnread(topicId: string): Promise<LocalConversation> {
    return this.chat.conversations.put(await this.api.conversation.markUnread({ topicId: this.own(topicId) }))
  }

  /** Marks read up to `seq`, default all. Optimistic: the local count changes at once; rejects when the server refused. */
  async read(topicId: string, seq?: number): Promise<void> {
    const { chat } = this
    const id = this.own(topicId)
    chat.conversations.unconfirmedReads.beginRead(id)
    chat.conversations.change(id, (held) =>
      withRead(held, seq, this.platform.clock().toISOString(), (above) => chat.unreadAbove(id, above)),
    )
    let isTaken = false
    try {
      const chatId = chat.newChatId()
      if (chat.connection.send({ type: 'read', chatId, topicId: id, seq })) await chat.requests.expect(chatId)
      else await this.api.conversation.read({ topicId: id })
      isTaken = true
    } finally {
      chat.conversations.unconfirmedReads.endRead(id, isTaken)
      if (!isTaken && chat.isOpen) chat.sync()
    }
  }

  async readAll(): Promise<void> {
    await this.api.conversation.readAll()
    const at = this.platform.clock().toISOString()
    for (const { topicId } of this.conversations()) {
      this.chat.conversations.change(topicId, (held) => withRead(held, undefined, at, () => 0))
    }
  }

  /** Local messages in order: the newest gap-free run, then pending sends. */
  messages(topicId: string): Message[] {
    return this.chat.threads.find(this.own(topicId))?.log.list() ?? []
  }

  /** A page of history before a seq, default the newest. */
  async history(
    topicId: string,
    { before, limit = CHAT_STORE.messageBucketSize }: { before?: number; limit?: number } = {},
  ): Promise<{ messages: Message[]; hasMore: boolean }> {
    const id = this.own(topicId)
    if (!(await this.chat.conversations.ensure(id))) throw new Error(CHAT_CLIENT_ERRORS.conversationMissing)
    const feed = await this.chat.thread(id)
    // Offline: the local page is returned and the gap is fetched after the reconnect.
    if (feed.isBehind) await feed.fill().catch(() => this.chat.fill(id))
    return feed.page(limit, before)
  }

  /** For this user only. */
  async clearMessages(topicId: string): Promise<void> {
    const id = this.own(topicId)
    await this.api.conversation.clearMessages({ topicId: id })
    this.chat.setHistoryStart(id, this.chat.threads.find(id)?.log.top ?? 0)
  }

  /** For this user only. */
  async removeMessages(topicId: string, chatIds: string[]): Promise<void> {
    const id = this.own(topicId)
    await this.api.conversation.removeMessages({ topicId: id, ids: chatIds })
    const log = this.chat.threads.find(id)?.log
    for (const message of chatIds.flatMap((chatId) => log?.find(chatId) ?? [])) {
      log?.replace({ ...message, content: { type: '' } })
    }
    this.chat.threads.save(id)
  }

  /** Stored locally as pending; resolves on the server's acknowledgement, rejects on failure. */
  async send(topicId: string, content: Content): Promise<Message> {
    return this.openChat.sender.send(this.own(topicId), content)
  }

  sendText(topicId: string, text: string, options?: ContentOptions): Promise<Message> {
    return this.send(topicId, { type: 'text', text, ...options })
  }

  async retry(topicId: string, chatId: string): Promise<Message> {
    return this.openChat.sender.retry(this.own(topicId), chatId)
  }

  async recall(topicId: string, chatId: string): Promise<Message> {
    return this.openChat.sender.recall(this.own(topicId), chatId)
  }

  async updateExtra(topicId: string, chatId: string, extra: Record<string, string>): Promise<Message> {
    return this.openChat.sender.updateExtra(this.own(topicId), chatId, extra)
  }

  /** Fire and forget: neither stored nor acknowledged. */
  typing(topicId: string): void {
    this.openChat.connection.send({ type: 'typing', topicId: this.own(topicId) })
  }

  user(userId: string) {
    return this.chat.users.get(userId)
  }

  topic(topicId: string) {
    return this.chat.topics.get(this.own(topicId))
  }

  async displayName(userId: string): Promise<string> {
    return displayName(await this.user(userId))
  }

  private async enter(result: AuthResult): Promise<AuthResult> {
    this.shutdown()
    const { host, api, platform, emitter } = this
    const chat = new UserChat({ me: result.email, token: result.token, host, api, platform, emitter })
    this.signedIn = { result, chat }
    return result
  }

  private get chat(): UserChat {
    if (!this.signedIn) throw new Error(CHAT_CLIENT_ERRORS.tokenMissing)
    return this.signedIn.chat
  }

  private get openChat(): UserChat {
    if (!this.signedIn?.chat.isOpen) throw new Error(CHAT_CLIENT_ERRORS.shutdown)
    return this.signedIn.chat
  }

  private own(topicId: string): string {
    return ownTopicId(topicId, this.chat.me)
  }
}
