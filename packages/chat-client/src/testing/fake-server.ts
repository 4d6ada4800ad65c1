import type { ChatLog, Content, Conversation, ConversationPage, LogPage } from '@ruwu/contract'
import { canRecall, isReadable } from '@ruwu/domain'
import type { SocketLike, SocketListener } from '../connection-options.ts'

type Topic = { id: string; members: string[]; isDm: boolean; log: ChatLog[] }
type View = {
  unread: number
  lastReadSeq: number
  startSeq: number
  updatedAt: number
  removedAt?: number | undefined
  settings: Record<string, unknown>
}

/** The server end of a socket; frames in flight wait in a queue per direction. */
export type Line = {
  userId: string
  listener: SocketListener
  up: string[]
  down: string[]
  isOpen: boolean
}

const START = Date.parse('2026-01-02T03:04:05.000Z')

/** An in-memory chat server; frames and calls take effect when the test flushes them. */
export class FakeServer {
  readonly lines = new Set<Line>()
  readonly topics = new Map<string, Topic>()
  readonly calls: { path: string; body: Record<string, unknown> }[] = []
  isUp = true
  /** Matching calls fail as with a network error. */
  failCall: (path: string) => boolean = () => false
  private readonly views = new Map<string, View>()
  private readonly now: () => number
  private lastTime = 0

  constructor(now: () => number) {
    this.now = now
  }

  addTopic(id: string, members: string[]): void {
    const topic = { id, members, isDm: id.includes(':'), log: [] }
    this.topics.set(id, topic)
    for (const userId of members) this.touch(topic, userId)
  }

  time(): string {
    return new Date(START + this.now()).toISOString()
  }

  connect(url: string, listener: SocketListener): { line: Line; socket: SocketLike } {
    const userId = new URL(url).searchParams.get('token')!.replace('token-', '')
    const line: Line = { userId, listener, up: [], down: [], isOpen: false }
    this.lines.add(line)
    const socket = {
      send: (text: string) => line.isOpen && line.up.push(text),
      close: () => this.lines.delete(line),
    }
    return { line, socket }
  }

  /** Accepts or refuses connecting sockets. */
  admit(): void {
    for (const line of this.lines) {
      if (line.isOpen) continue
      if (!this.isUp) this.cut(line)
      else {
        line.isOpen = true
        line.listener.open()
      }
    }
  }

  cut(line: Line, code = 1006): void {
    if (!this.lines.delete(line)) return
    line.isOpen = false
    line.listener.close(code)
  }

  /** A restart keeps stored data and loses everything in flight. */
  restart(): void {
    for (const line of this.lines) this.cut(line)
  }

  takeUp(line: Line): void {
    const text = line.up.shift()
    if (text !== undefined && line.isOpen) this.frame(line, JSON.parse(text) as Record<string, unknown>)
  }

  takeDown(line: Line): void {
    const text = line.down.shift()
    if (text !== undefined && line.isOpen) line.listener.message(text)
  }

  /** Delivers everything in flight, and what follows from it. */
  flush(): boolean {
    let hasMoved = false
    this.admit()
    for (const line of this.lines) {
      while (line.up.length > 0 || line.down.length > 0) {
        hasMoved = true
        this.takeUp(line)
        this.takeDown(line)
        if (!this.lines.has(line)) break
      }
    }
    return hasMoved
  }

  push(userId: string, frame: object, except?: Line): void {
    for (const line of this.lines) {
      if (line.userId === userId && line.isOpen && line !== except) line.down.push(JSON.stringify(frame))
    }
  }

  /** Stores and pushes a message of a user or of the server. */
  say(
    topicId: string,
    senderId: string,
    content: Content,
    chatId: string,
  ): { code: number; seq?: number; message?: string } {
    const topic = this.find(topicId, senderId)
    if (!topic) return { code: 404, message: 'topic not found' }
    const earlier = topic.log.find((each) => each.id === chatId)
    if (earlier) return earlier.senderId === senderId ? { code: 200, seq: earlier.seq } : { code: 409 }
    const isControl = content.type === 'recall' || content.type === 'update.extra'
    const refusal = isControl ? this.control(topic, senderId, content) : undefined
    if (refusal) return refusal
    const seq = topic.log.length + 1
    const at = this.time()
    const stored: ChatLog = {
      topicId: topic.id,
      id: chatId,
      seq,
      senderId,
      content: isControl || content.type.startsWith('topic.') ? { ...content, unreadable: true } : content,
      createdAt: at,
      updatedAt: at,
      read: false,
      recall: false,
    }
    topic.log.push(stored)
    for (const userId of topic.members) {
      const view = this.touch(topic, userId)
      view.removedAt = undefined
      if (isReadable(stored.content)) {
        if (userId === senderId) Object.assign(view, { unread: 0, lastReadSeq: seq })
        else view.unread += 1
      }
      this.push(userId, {
        type: 'chat',
        topicId: this.idFor(topic, userId),
        chatId,
        seq,
        attendee: senderId,
        createdAt: at,
        content: stored.content,
      })
    }
    return { code: 200, seq }
  }

  fetch = async (url: string, init: RequestInit): Promise<Response> => {
    const { pathname, searchParams: _ } = new URL(url)
    const headers = init.headers as Record<string, string>
    const userId = (headers.authorization ?? '').replace('Bearer token-', '')
    const body = (typeof init.body === 'string' ? JSON.parse(init.body) : {}) as Record<string, unknown>
    this.calls.push({ path: pathname, body })
    if (!this.isUp || this.failCall(pathname)) throw new TypeError('fetch failed')
    return this.respond(pathname, body, userId)
  }

  private respond(path: string, body: Record<string, unknown>, userId: string): Response {
    const parts = path.split('/').map(decodeURIComponent)
    const [, , group, action, id = ''] = parts
    if (path.startsWith('/auth/login') || path === '/auth/register')
      return json({ email: body.email, displayName: '', token: `token-${body.email as string}`, isStaff: false })
    if (path === '/auth/logout') return json(true)
    if (!userId) return json({ error: 'unauthorized' }, 401)
    if (group === 'profile') return json({ id: action, userId: action, name: `Name ${action}`, remark: '' })
    if (path === '/api/chat/list') return json(this.list(userId, body))
    const topic = this.find(id, userId)
    if (!topic) return json({ error: '404 conversation not found' }, 404)
    if (group === 'topic' && action === 'info')
      return json({ id, name: 'T', members: topic.members.length, admins: [] })
    if (action === 'sync') return json(this.sync(topic, id, userId, body))
    const view = this.view(topic, userId)
    if (view.removedAt !== undefined) return json({ error: '404 conversation not found' }, 404)
    if (action === 'info') return json(this.conversation(topic, userId))
    if (action === 'remove') {
      view.removedAt = this.stamp()
      return json(true)
    }
    if (action === 'unread') {
      view.unread = Math.max(1, view.unread)
      return json(this.conversation(topic, userId))
    }
    if (action === 'read') return json(this.read(topic, userId, undefined))
    if (action === 'clear_messages') {
      Object.assign(view, { startSeq: topic.log.length, unread: 0 })
      return json(true)
    }
    return json(true)
  }

  private frame(line: Line, frame: Record<string, unknown>): void {
    const answer = (more: object) => line.down.push(JSON.stringify({ type: 'resp', chatId: frame.chatId, ...more }))
    const { topicId = '', chatId = '' } = frame as { topicId?: string; chatId?: string }
    if (frame.type === 'nop') line.down.push('{"type":"nop"}')
    if (frame.type === 'chat') {
      answer({ topicId, ...this.say(topicId, line.userId, frame.content as Content, chatId), createdAt: this.time() })
    }
    if (frame.type === 'read') {
      const topic = this.find(topicId, line.userId)
      if (topic) this.read(topic, line.userId, frame.seq as number | undefined, line)
      answer({ topicId, code: topic ? 200 : 404, message: 'topic not found' })
    }
  }

  private control(topic: Topic, senderId: string, { type, text, extra }: Content) {
    const target = topic.log.find((each) => each.id === text)
    if (!target) return { code: 404, message: 'message not found' }
    if (target.senderId !== senderId) return { code: 403, message: 'not the sender' }
    if (target.recall) return { code: 400, message: 'already recalled' }
    const now = new Date(this.time())
    if (type === 'recall') {
      if (!canRecall(target, senderId, now)) return { code: 403, message: 'recall timeout' }
      for (const userId of topic.members.filter((member) => member !== senderId)) {
        const view = this.view(topic, userId)
        if (isReadable(target.content) && view.lastReadSeq < target.seq) view.unread -= 1
      }
      Object.assign(target, { recall: true, content: { type: 'recalled' } })
    } else target.content = { ...target.content, extra: extra ?? {} }
    target.updatedAt = now.toISOString()
    return undefined
  }

  private read(topic: Topic, userId: string, seq: number | undefined, from?: Line): true {
    const view = this.touch(topic, userId)
    view.lastReadSeq = Math.max(view.lastReadSeq, seq || topic.log.length)
    view.unread = topic.log.filter((each) => each.seq > view.lastReadSeq && each.senderId !== userId).length
    for (const member of topic.members) {
      const topicId = this.idFor(topic, member)
      this.push(
        member,
        { type: 'read', topicId, seq: view.lastReadSeq, attendee: userId, createdAt: this.time() },
        from,
      )
    }
    return true
  }

  private sync(topic: Topic, topicId: string, userId: string, body: Record<string, unknown>): LogPage {
    const { startSeq } = this.view(topic, userId)
    const last = (body.lastSeq as number | undefined) || topic.log.length
    const limit = Math.min((body.limit as number | undefined) || 50, 100)
    const visible = topic.log.filter((each) => each.seq > startSeq && each.seq <= last).toReversed()
    const items = visible.slice(0, limit).map((each) => ({ ...each, topicId }))
    const lastSeq = items.at(-1)?.seq ?? 0
    return { topicId, hasMore: visible.length > limit, updatedAt: this.time(), lastSeq, items }
  }

  private list(userId: string, body: Record<string, unknown>): ConversationPage {
    const own = [...this.topics.values()].filter((topic) => topic.members.includes(userId))
    const after = body.updatedAt ? Date.parse(body.updatedAt as string) - START : -1
    const items = own
      .filter((topic) => this.view(topic, userId).removedAt === undefined && this.view(topic, userId).updatedAt > after)
      .toSorted((a, b) => this.view(a, userId).updatedAt - this.view(b, userId).updatedAt)
    const limit = (body.limit as number | undefined) ?? 100
    const page = items.slice(0, limit).map((topic) => this.conversation(topic, userId))
    const since = body.lastRemovedAt ? Date.parse(body.lastRemovedAt as string) - START : Infinity
    const removed = own.filter((topic) => (this.view(topic, userId).removedAt ?? -Infinity) > since)
    return {
      items: page,
      hasMore: items.length > limit,
      updatedAt: page.at(-1)?.updatedAt ?? (body.updatedAt as string | undefined) ?? this.time(),
      total: own.length,
      offset: page.length,
      removed: removed.map((topic) => this.idFor(topic, userId)),
      lastRemovedAt: this.time(),
    }
  }

  conversation(topic: Topic, userId: string): Conversation {
    const view = this.view(topic, userId)
    const last = topic.log.findLast((each) => isReadable(each.content))
    return {
      ownerId: userId,
      topicId: this.idFor(topic, userId),
      multiple: !topic.isDm,
      name: 'T',
      unread: view.unread,
      startSeq: view.startSeq,
      lastReadSeq: view.lastReadSeq,
      lastSeq: topic.log.length,
      ...(last && last.seq > view.startSeq
        ? {
            lastMessage: last.content,
            lastMessageSeq: last.seq,
            lastMessageAt: last.createdAt,
            lastSenderId: last.senderId,
          }
        : {}),
      updatedAt: new Date(START + view.updatedAt).toISOString(),
      sticky: false,
      mute: false,
      remark: '',
      tags: [],
      extra: {},
      ...view.settings,
    } as unknown as Conversation
  }

  private find(id: string, userId: string): Topic | undefined {
    const topic = this.topics.get(id) ?? this.topics.get(id.split(':').toReversed().join(':'))
    return topic?.members.includes(userId) ? topic : undefined
  }

  private idFor(topic: Topic, userId: string): string {
    return topic.isDm && topic.members[0] !== userId ? `${userId}:${topic.members[0]}` : topic.id
  }

  private view(topic: Topic, userId: string): View {
    const key = `${topic.id} ${userId}`
    const view = this.views.get(key) ?? { unread: 0, lastReadSeq: 0, startSeq: 0, updatedAt: 0, settings: {} }
    this.views.set(key, view)
    return view
  }

  private touch(topic: Topic, userId: string): View {
    const view = this.view(topic, userId)
    view.updatedAt = this.stamp()
    return view
  }

  private stamp(): number {
    this.lastTime = Math.max(this.lastTime + 1, this.now())
    return this.lastTime
  }
}

const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status })
