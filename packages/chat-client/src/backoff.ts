import { SOCKET } from '@ruwu/domain'

export const BACKOFF_MAX_MS = 30_000

/** Exponential backoff with jitter: 0 before the first failure, then doubling up to 30 s, the upper half random. */
export function backoffMs(failures: number, random: number): number {
  if (failures === 0) return 0
  const full = Math.min(BACKOFF_MAX_MS, SOCKET.reconnectCheckMs * 2 ** (failures - 1))
  return full * (0.5 + random / 2)
}
