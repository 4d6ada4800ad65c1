import { CLOSE, type ConsoleEvent, type EntId, type KickReason, type ServerFrame } from '@ruwu/contract'
import type { WebSocket } from 'ws'
import type { WireEvent } from './bus.ts'

/** Backpressure: a socket with more unsent bytes is closed; after reconnecting the client catches up by seq. */
const MAX_BUFFERED_BYTES = 1024 * 1024

export type Connection = {
  /** Unique per socket. */
  id: string
  socket: WebSocket
  entId: EntId
  userId: string
  sessionId: string
  /** An agent's console receives its enterprise's events. */
  isAgent: boolean
  /** False for a console: it gets every message as a logged event, and a `chat` frame would be a duplicate. */
  takesChatFrames: boolean
}

type OnConsole = (connection: Connection, what: 'came' | 'left') => void

/** The open sockets of this node. A frame is serialised once and written to all its receivers. */
export class Hub {
  private readonly consoles = new Index<EntId>()
  private readonly users = new Index<string>()
  private readonly chatUsers = new Index<string>()
  private readonly sessions = new Index<string>()
  private readonly enterprises = new Index<EntId>()
  private readonly every = new Set<Connection>()
  private readonly leftListeners = new Set<(entId: EntId) => void>()
  private readonly onConsole: OnConsole

  /** `onConsole`: an agent's first socket on this node opened, or the last one closed. */
  constructor(onConsole: OnConsole = () => {}) {
    this.onConsole = onConsole
  }

  add(connection: Connection): void {
    if (connection.isAgent && !this.has(connection.entId, connection.userId)) this.onConsole(connection, 'came')
    this.every.add(connection)
    this.enterprises.add(connection.entId, connection)
    this.users.add(userKey(connection.entId, connection.userId), connection)
    if (connection.takesChatFrames) this.chatUsers.add(userKey(connection.entId, connection.userId), connection)
    this.sessions.add(connection.sessionId, connection)
    if (connection.isAgent) this.consoles.add(connection.entId, connection)
  }

  remove(connection: Connection): void {
    if (!this.every.delete(connection)) return
    this.users.remove(userKey(connection.entId, connection.userId), connection)
    this.chatUsers.remove(userKey(connection.entId, connection.userId), connection)
    this.sessions.remove(connection.sessionId, connection)
    this.enterprises.remove(connection.entId, connection)
    if (this.enterprises.get(connection.entId).size === 0)
      for (const listener of this.leftListeners) listener(connection.entId)
    if (!connection.isAgent) return
    this.consoles.remove(connection.entId, connection)
    if (!this.has(connection.entId, connection.userId)) this.onConsole(connection, 'left')
  }

  /** Called when the last socket of an enterprise on this node was closed. */
  onEnterpriseLeft(listener: (entId: EntId) => void): () => void {
    this.leftListeners.add(listener)
    return () => this.leftListeners.delete(listener)
  }

  get size(): number {
    return this.every.size
  }

  all(): Connection[] {
    return [...this.every]
  }

  /** Sockets of a user on this node. */
  countOf(entId: EntId, userId: string): number {
    return this.users.get(userKey(entId, userId)).size
  }

  has(entId: EntId, userId: string): boolean {
    return this.countOf(entId, userId) > 0
  }

  /** Writes to every socket of a user, except one. */
  writeTo(entId: EntId, userId: string, text: string, except?: string): void {
    for (const connection of this.users.get(userKey(entId, userId))) {
      if (connection.id !== except) write(connection.socket, text)
    }
  }

  /** Users with sockets here that take chat frames, by enterprise. */
  chatListeners(): Map<EntId, { userIds: string[]; hasAgent: boolean }> {
    const taking = [...this.every].filter((connection) => connection.takesChatFrames)
    const byEnterprise = Map.groupBy(taking, (connection) => connection.entId)
    return new Map(
      Array.from(byEnterprise, ([entId, connections]) => [
        entId,
        {
          userIds: [...new Set(connections.map((connection) => connection.userId))],
          hasAgent: connections.some((connection) => connection.isAgent),
        },
      ]),
    )
  }

  hasChat(entId: EntId, userId: string): boolean {
    return this.chatUsers.get(userKey(entId, userId)).size > 0
  }

  /** Writes a `chat` frame to the sockets of a user that take chat frames. */
  writeChat(entId: EntId, userId: string, text: string): void {
    for (const { socket } of this.chatUsers.get(userKey(entId, userId))) write(socket, text)
  }

  /** Writes a logged event to the enterprise's consoles in its audience. */
  deliver(entId: EntId, event: WireEvent): void {
    const text = JSON.stringify(eventFrame(event))
    for (const { socket, userId } of this.consoles.get(entId)) {
      const isMeant = event.audience === null || event.audience.agentIds.some((agentId) => agentId === userId)
      if (isMeant) write(socket, text)
    }
  }

  /** Writes an event that is not logged and has no seq. */
  tell(entId: EntId, userIds: readonly string[], { type, ...payload }: ConsoleEvent): void {
    const content = { type, text: JSON.stringify(payload) }
    const text = JSON.stringify({ type: 'message', createdAt: payload.at, content } satisfies ServerFrame)
    for (const userId of userIds) this.writeTo(entId, userId, text)
  }

  /** Closes the sockets of revoked sign-in sessions; with a reason a kickout frame is sent first. */
  revoke(sessionIds: readonly string[], reason: KickReason | null): void {
    for (const { socket } of sessionIds.flatMap((sessionId) => [...this.sessions.get(sessionId)])) {
      if (reason === null) {
        socket.close(CLOSE.revoked.code, CLOSE.revoked.reason)
      } else {
        send(socket, { type: 'kickout', message: reason })
        socket.close(CLOSE.kicked.code, CLOSE.kicked.reason)
      }
    }
  }

  closeAll(): void {
    for (const { socket } of this.every) socket.close(CLOSE.shutdown.code, CLOSE.shutdown.reason)
  }
}

export function send(socket: WebSocket, frame: ServerFrame): void {
  write(socket, JSON.stringify(frame))
}

function write(socket: WebSocket, text: string): void {
  if (socket.readyState !== socket.OPEN) return
  if (socket.bufferedAmount > MAX_BUFFERED_BYTES) {
    socket.close(CLOSE.tooSlow.code, CLOSE.tooSlow.reason)
    return
  }
  socket.send(text)
}

const userKey = (entId: EntId, userId: string) => `${entId} ${userId}`

const NOBODY: ReadonlySet<Connection> = new Set()

/** Connections by key; keys without connections are removed. */
class Index<Name> {
  private readonly byName = new Map<Name, Set<Connection>>()

  get(name: Name): ReadonlySet<Connection> {
    return this.byName.get(name) ?? NOBODY
  }

  add(name: Name, connection: Connection): void {
    const connections = this.byName.get(name)
    if (connections) connections.add(connection)
    else this.byName.set(name, new Set([connection]))
  }

  remove(name: Name, connection: Connection): void {
    const connections = this.byName.get(name)
    if (connections?.delete(connection) && connections.size === 0) this.byName.delete(name)
  }
}

function eventFrame(event: WireEvent): ServerFrame {
  return {
    type: event.type === 'hint' ? 'hint' : 'message',
    seq: event.seq,
    createdAt: event.createdAt,
    content: { type: event.type, text: JSON.stringify(event.payload) },
  }
}
