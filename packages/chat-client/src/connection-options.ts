import type { KickReason } from '@ruwu/contract'
import type { Envelope } from './read-frame.ts'

export type ConnectionStatus = 'disconnected' | 'connecting' | 'connected'

/** What a socket reports; after `close` it is not listened to any more. */
export type SocketListener = { open(): void; message(data: unknown): void; close(code: number): void }
export type SocketLike = { send(text: string): void; close(): void }

export type Timers = {
  now(): number
  /** Returns the cancellation. */
  after(ms: number, run: () => void): () => void
}

export type WakeUps = { online(): void; offline(): void; visible(): void }

export type ConnectionOptions = {
  createSocket(listener: SocketListener): SocketLike
  timers: Timers
  /** 0 ≤ n < 1. */
  random(): number
  /** Subscribes to the browser's signs of life; returns the unsubscription. */
  watch?(wakeUps: WakeUps): () => void
  /** False when the server no longer knows the session; throws when it cannot be asked. */
  checkSession(): Promise<boolean>
  /** Who is connected, to tell a kick of one's own. */
  userId?(): string
  onStatus?(status: ConnectionStatus): void
  /** Every legible frame. */
  onFrame?(frame: Envelope): void
  /** An event, numbered when it is in the log. */
  onEvent?(seq: number | undefined, type: string, payload: Record<string, unknown>): void
  /** The newest number of the server's log. */
  onServerSeq?(seq: number): void
  onKick?(reason: KickReason): void
  onSessionEnd?(): void
}
