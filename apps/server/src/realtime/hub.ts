import { type AgentId, CLOSE, type EntId, type KickReason, type ServerFrame } from '@ruwu/contract'
import type { WebSocket } from 'ws'
import type { WireEvent } from './bus.ts'

/** A receiver that has this much unsent is closed; it catches up by number when it comes back. */
export const MAX_BUFFERED_BYTES = 1024 * 1024

export type Connection = { socket: WebSocket; entId: EntId; agentId: AgentId; sessionId: string }

/** The open sockets of this node. A frame is serialised once and written to all its receivers. */
export class Hub {
  private readonly byEnterprise = new Map<EntId, Set<Connection>>()
  private total = 0

  add(connection: Connection): void {
    const connections = this.byEnterprise.get(connection.entId)
    if (connections) connections.add(connection)
    else this.byEnterprise.set(connection.entId, new Set([connection]))
    this.total += 1
  }

  remove(connection: Connection): void {
    const connections = this.byEnterprise.get(connection.entId)
    if (!connections?.delete(connection)) return
    this.total -= 1
    if (connections.size === 0) this.byEnterprise.delete(connection.entId)
  }

  get size(): number {
    return this.total
  }

  all(): Connection[] {
    return [...this.byEnterprise.values()].flatMap((connections) => [...connections])
  }

  deliver(entId: EntId, event: WireEvent): void {
    const text = JSON.stringify(eventFrame(event))
    for (const connection of this.byEnterprise.get(entId) ?? []) {
      if (event.audience === null || event.audience.agentIds.includes(connection.agentId))
        write(connection.socket, text)
    }
  }

  /** Ends the sockets of revoked sign-ins; with a reason the console is told it first. */
  revoke(entId: EntId, sessionIds: string[], reason: KickReason | null): void {
    for (const connection of this.byEnterprise.get(entId) ?? []) {
      if (!sessionIds.includes(connection.sessionId)) continue
      if (reason === null) {
        connection.socket.close(CLOSE.revoked.code, CLOSE.revoked.reason)
      } else {
        send(connection.socket, { type: 'kickout', message: reason })
        connection.socket.close(CLOSE.kicked.code, CLOSE.kicked.reason)
      }
    }
  }

  closeAll(): void {
    for (const { socket } of this.all()) socket.close(CLOSE.shutdown.code, CLOSE.shutdown.reason)
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

function eventFrame(event: WireEvent): ServerFrame {
  return {
    type: event.type === 'hint' ? 'hint' : 'message',
    seq: event.seq,
    createdAt: event.createdAt,
    content: { type: event.type, text: JSON.stringify(event.payload) },
  }
}
