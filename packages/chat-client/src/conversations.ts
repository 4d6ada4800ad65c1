import type { Conversation } from '@ruwu/contract'
import { CHAT_CLIENT_ERRORS, CHAT_STORE, sortConversations } from '@ruwu/domain'
import type { Api } from './api.ts'
import { type LocalConversation, withSnapshot } from './conversation-state.ts'
import { UnconfirmedReads } from './unconfirmed-reads.ts'
import { ChatHttpError } from './http.ts'
import type { Persistence } from './persistence.ts'

const PREFIX = 'conversation/'
const CURSORS = 'meta/conversation-cursors'
/** A snapshot older than the pushes received meanwhile is fetched again, at most this often; then the next sync brings it. */
const MAX_SNAPSHOTS = 3
/** Timestamps are taken before commit, so the cursor overlaps by this much. */
const OVERLAP_MS = 10_000

type Cursors = { updatedAt?: string | undefined; removedAt?: string | undefined }

type ConversationsOptions = {
  api: Api
  persistence: Persistence
  now(): number
  onUpdated(conversation: LocalConversation): void
  /** Removed elsewhere or by the server. */
  onRemoved(topicId: string): void
}

class ConversationMissing extends Error {
  override name = 'ConversationMissing'
  constructor(options: ErrorOptions) {
    super(CHAT_CLIENT_ERRORS.conversationMissing, options)
  }
}

/** The user's conversations, synchronised by cursor. */
export class Conversations {
  readonly unconfirmedReads: UnconfirmedReads
  private readonly options: ConversationsOptions
  private readonly held = new Map<string, LocalConversation>()
  private readonly loading = new Map<string, Promise<LocalConversation>>()
  /** Tombstones: topicId to the removed copy's updatedAt. A list response requested before the removal does not restore it. */
  private readonly tombstones = new Map<string, string>()
  private cursors: Cursors = {}

  constructor(options: ConversationsOptions) {
    this.options = options
    this.unconfirmedReads = new UnconfirmedReads(options.persistence)
  }

  async restore(): Promise<void> {
    for (const [key, value] of await this.options.persistence.list(PREFIX)) {
      // The monotonic clock restarted with the page, so a stored age is meaningless.
      this.held.set(key.slice(PREFIX.length), { ...(value as LocalConversation), cachedAt: -Infinity })
    }
    await this.unconfirmedReads.restore()
    this.cursors = (await this.options.persistence.get(CURSORS)) ?? {}
  }

  find(topicId: string): LocalConversation | undefined {
    return this.held.get(topicId)
  }

  list(): LocalConversation[] {
    return sortConversations([...this.held.values()])
  }

  /** The cached conversation while younger than 60 s, else fetched. */
  async get(topicId: string): Promise<LocalConversation> {
    const held = this.held.get(topicId)
    return held && this.options.now() - held.cachedAt < CHAT_STORE.cacheMs ? held : this.fetch(topicId)
  }

  /** Undefined when the server has none; throws when the server cannot be reached. */
  async ensure(topicId: string): Promise<LocalConversation | undefined> {
    const held = this.held.get(topicId)
    if (held) return held
    // A running request may have started before the conversation existed, so a miss is fetched again.
    const loading = this.loading.get(topicId)
    const loaded = loading && (await loading.catch(ignoreMissing))
    return loaded ?? this.fetch(topicId).catch(ignoreMissing)
  }

  put(snapshot: Conversation): LocalConversation {
    const { topicId } = snapshot
    const held = this.held.get(topicId)
    return this.set(withSnapshot(held, snapshot, this.options.now(), this.unconfirmedReads.isReading(topicId)))
  }

  change(topicId: string, change: (held: LocalConversation) => LocalConversation): void {
    const held = this.held.get(topicId)
    const changed = held && change(held)
    if (changed && changed !== held) this.set(changed)
  }

  remove(topicId: string): boolean {
    const held = this.held.get(topicId)
    if (!held) return false
    this.tombstones.set(topicId, held.updatedAt)
    this.options.persistence.set(PREFIX + topicId, undefined)
    return this.held.delete(topicId)
  }

  /** Fetches everything changed since the cursor, in pages of 100. */
  async sync(): Promise<void> {
    const { api } = this.options
    const lastRemovedAt = earlier(this.cursors.removedAt)
    let updatedAt = earlier(this.cursors.updatedAt)
    let removedAt: string | undefined
    const behind = new Set<string>()
    for (;;) {
      const page = await api.conversation.list({ updatedAt, lastRemovedAt, limit: CHAT_STORE.conversationSyncPage })
      // A conversation updated after the removal was restored meanwhile.
      const removed = page.removed.filter((id) => !((this.held.get(id)?.updatedAt ?? '') > page.lastRemovedAt))
      if (removedAt === undefined) for (const topicId of removed) this.options.onRemoved(topicId)
      removedAt ??= page.lastRemovedAt
      for (const item of page.items) {
        if (!(item.updatedAt > (this.tombstones.get(item.topicId) ?? ''))) continue
        if (this.isBehind(item)) behind.add(item.topicId)
        this.put(item)
      }
      const hasMoved = page.updatedAt !== updatedAt
      updatedAt = page.updatedAt
      if (!page.hasMore || !hasMoved) break
    }
    for (const topicId of behind) await this.refresh(topicId)
    for (const topicId of this.unconfirmedReads.topicIds()) {
      await this.refresh(topicId)
      this.unconfirmedReads.confirm(topicId)
    }
    this.cursors = { updatedAt: later(updatedAt, this.cursors.updatedAt), removedAt }
    this.options.persistence.set(CURSORS, this.cursors)
  }

  /** Fetches a snapshot newer than now; a conversation missing on the server stays until the list reports its removal. */
  async refresh(topicId: string): Promise<void> {
    await this.loading.get(topicId)?.catch(() => undefined)
    await this.fetch(topicId).catch(ignoreMissing)
  }

  private isBehind({ topicId, lastSeq }: Conversation): boolean {
    return lastSeq < (this.held.get(topicId)?.lastSeq ?? 0)
  }

  private fetch(topicId: string): Promise<LocalConversation> {
    const loading =
      this.loading.get(topicId) ??
      this.load(topicId)
        .catch((error: unknown) => {
          const isMissing = error instanceof ChatHttpError && (error.status === 404 || error.status === 403)
          throw isMissing ? new ConversationMissing({ cause: error }) : error
        })
        .finally(() => this.loading.delete(topicId))
    this.loading.set(topicId, loading)
    return loading
  }

  private async load(topicId: string): Promise<LocalConversation> {
    for (let copies = 1; ; copies += 1) {
      const snapshot = { ...(await this.options.api.conversation.info({ topicId })), topicId }
      const isBehind = this.isBehind(snapshot)
      const held = this.put(snapshot)
      if (!isBehind || copies === MAX_SNAPSHOTS) return held
    }
  }

  private set(conversation: LocalConversation): LocalConversation {
    this.held.set(conversation.topicId, conversation)
    this.options.persistence.set(PREFIX + conversation.topicId, conversation)
    this.options.onUpdated(conversation)
    return conversation
  }
}

function ignoreMissing(error: unknown): undefined {
  if (!(error instanceof ConversationMissing)) throw error
}

const earlier = (time: string | undefined) =>
  time === undefined ? undefined : new Date(new Date(time).getTime() - OVERLAP_MS).toISOString()

const later = (a: string | undefined, b: string | undefined) => (a !== undefined && b !== undefined && b > a ? b : a)
