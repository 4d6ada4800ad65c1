import type { Conversation } from '@ruwu/contract'
import { CHAT_CLIENT_ERRORS, CHAT_STORE, sortConversations } from '@ruwu/domain'
import type { Api } from './api.ts'
import { type LocalConversation, withSnapshot } from './conversation-state.ts'
import { ChatHttpError } from './http.ts'
import type { Persistence } from './persistence.ts'

const PREFIX = 'conversation/'
const CURSORS = 'meta/conversation-cursors'
/** Changes are numbered by time before they are committed, so a little of the past is always asked again. */
const OVERLAP_MS = 10_000

type Cursors = { updatedAt?: string | undefined; removedAt?: string | undefined }

export type ConversationsOptions = {
  api: Api
  persistence: Persistence
  now(): number
  onUpdated(conversation: LocalConversation): void
  /** Removed elsewhere or by the server. */
  onGone(topicId: string): void
}

/** The user's list of topics, kept equal to the server's. */
export class Conversations {
  /** Topics with a read on its way: the server's older count does not come back meanwhile. */
  readonly reading = new Set<string>()
  private readonly options: ConversationsOptions
  private readonly held = new Map<string, LocalConversation>()
  private readonly loading = new Map<string, Promise<LocalConversation>>()
  /** Removed here, with the time of the last copy: a list asked for before does not bring it back. */
  private readonly gone = new Map<string, string>()
  private cursors: Cursors = {}

  constructor(options: ConversationsOptions) {
    this.options = options
  }

  async restore(): Promise<void> {
    for (const [key, value] of await this.options.persistence.list(PREFIX)) {
      this.held.set(key.slice(PREFIX.length), value as LocalConversation)
    }
    this.cursors = (await this.options.persistence.get(CURSORS)) ?? {}
  }

  find(topicId: string): LocalConversation | undefined {
    return this.held.get(topicId)
  }

  list(): LocalConversation[] {
    return sortConversations([...this.held.values()])
  }

  /** What is held while it is younger than 60 s, else the server's. */
  async get(topicId: string): Promise<LocalConversation> {
    const held = this.held.get(topicId)
    return held && this.options.now() - held.cachedAt < CHAT_STORE.cacheMs ? held : this.fetch(topicId)
  }

  /** Undefined when the server has none; throws when it cannot be asked. */
  async ensure(topicId: string): Promise<LocalConversation | undefined> {
    const held = this.held.get(topicId)
    if (held) return held
    return this.fetch(topicId).catch((error: unknown) => {
      if (error instanceof Error && error.message === CHAT_CLIENT_ERRORS.conversationMissing) return undefined
      throw error
    })
  }

  put(snapshot: Conversation): LocalConversation {
    const { topicId } = snapshot
    const held = this.held.get(topicId)
    return this.set(withSnapshot(held, snapshot, this.options.now(), this.reading.has(topicId)))
  }

  change(topicId: string, change: (held: LocalConversation) => LocalConversation): void {
    const held = this.held.get(topicId)
    const changed = held && change(held)
    if (changed && changed !== held) this.set(changed)
  }

  remove(topicId: string): boolean {
    const held = this.held.get(topicId)
    if (!held) return false
    this.gone.set(topicId, held.updatedAt)
    this.options.persistence.set(PREFIX + topicId, undefined)
    return this.held.delete(topicId)
  }

  /** Everything that changed since the last time, in pages of 100. */
  async sync(): Promise<void> {
    const { api } = this.options
    const lastRemovedAt = earlier(this.cursors.removedAt)
    let updatedAt = earlier(this.cursors.updatedAt)
    let removedAt: string | undefined
    for (;;) {
      const page = await api.conversation.list({ updatedAt, lastRemovedAt, limit: CHAT_STORE.conversationSyncPage })
      // One that moved since was brought back meanwhile.
      const removed = page.removed.filter((id) => !((this.held.get(id)?.updatedAt ?? '') > page.lastRemovedAt))
      if (removedAt === undefined) for (const topicId of removed) this.options.onGone(topicId)
      removedAt ??= page.lastRemovedAt
      for (const item of page.items) if (item.updatedAt > (this.gone.get(item.topicId) ?? '')) this.put(item)
      const hasMoved = page.updatedAt !== updatedAt
      updatedAt = page.updatedAt
      if (!page.hasMore || !hasMoved) break
    }
    this.cursors = { updatedAt: later(updatedAt, this.cursors.updatedAt), removedAt }
    this.options.persistence.set(CURSORS, this.cursors)
  }

  private fetch(topicId: string): Promise<LocalConversation> {
    const loading =
      this.loading.get(topicId) ??
      this.options.api.conversation
        .info({ topicId })
        .then((snapshot) => this.put({ ...snapshot, topicId }))
        .catch((error: unknown) => {
          const isMissing = error instanceof ChatHttpError && (error.status === 404 || error.status === 403)
          throw isMissing ? new Error(CHAT_CLIENT_ERRORS.conversationMissing, { cause: error }) : error
        })
        .finally(() => this.loading.delete(topicId))
    this.loading.set(topicId, loading)
    return loading
  }

  private set(conversation: LocalConversation): LocalConversation {
    this.held.set(conversation.topicId, conversation)
    this.options.persistence.set(PREFIX + conversation.topicId, conversation)
    this.options.onUpdated(conversation)
    return conversation
  }
}

const earlier = (time: string | undefined) =>
  time === undefined ? undefined : new Date(new Date(time).getTime() - OVERLAP_MS).toISOString()

const later = (a: string | undefined, b: string | undefined) => (a !== undefined && b !== undefined && b > a ? b : a)
