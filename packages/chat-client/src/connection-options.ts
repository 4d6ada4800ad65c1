import type { KickReason } from '@ruwu/contract'
import type { Envelope } from './read-frame.ts'

export type ConnectionStatus = 'disconnected' | 'connecting' | 'connected'

/** Socket callbacks; none is called after `close`. */
export type SocketListener = { open(): void; message(data: unknown): void; close(code: number): void }
export type SocketLike = { send(text: string): void; close(): void }

export type Timers = {
  now(): number
  /** Returns a function that cancels the timer. */
  after(ms: number, run: () => void): () => void
}

export type WakeUps = { online(): void; offline(): void; visible(): void }

export type ConnectionOptions = {
  createSocket(listener: SocketListener): SocketLike
  timers: Timers
  /** 0 ≤ n < 1. */
  random(): number
  /** Subscribes to online, visibility and focus events; returns the unsubscription. */
  watch?(wakeUps: WakeUps): () => void
  /** False when the server answers that the session has ended; throws when the server cannot be reached. */
  checkSession(): Promise<boolean>
  /** The connected user's id, to recognise a kick caused by this user. */
  userId?(): string
  onStatus?(status: ConnectionStatus): void
  /** Every frame that could be parsed. */
  onFrame?(frame: Envelope): void
  /** An event; `seq` is undefined when it is not in the event log. */
  onEvent?(seq: number | undefined, type: string, payload: Record<string, unknown>): void
  /** The highest seq of the server's event log. */
  onServerSeq?(seq: number): void
  onKick?(reason: KickReason): void
  onSessionEnd?(): void
}
