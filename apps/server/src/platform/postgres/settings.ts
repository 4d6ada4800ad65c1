import { totalmem } from 'node:os'

const MB = 1024 * 1024

/** shared_buffers: an eighth of the memory, at least PostgreSQL's default. */
const SHARE = 1 / 8
const LEAST_MB = 128
const MOST_MB = 4096

/** effective_cache_size: the share of memory that the page cache is expected to hold. */
const CACHED_SHARE = 1 / 2

/** Deviations from PostgreSQL's defaults. */
const BASE: Record<string, string> = {
  // Loopback with a password only; no Unix socket in a shared folder.
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '100',
  // SSDs read random pages about as fast as sequential ones.
  random_page_cost: '1.1',
  timezone: 'UTC',
  log_timezone: 'UTC',
  lc_messages: 'C',
  jit: 'off',
  // Until its tables were first analysed, a new installation looks customers up by the smallest index instead of the
  // best; the default would leave it so for a minute.
  autovacuum_naptime: '15s',
  log_checkpoints: 'off',
  idle_session_timeout: '0',
}

export function memorySettings(totalBytes: number): Record<'shared_buffers' | 'effective_cache_size', string> {
  const total = totalBytes / MB
  const own = Math.round(Math.min(Math.max(total * SHARE, LEAST_MB), MOST_MB))
  return { shared_buffers: `${own}MB`, effective_cache_size: `${Math.max(Math.round(total * CACHED_SHARE), own)}MB` }
}

/** A container's memory limit may be lower than the machine's memory. */
const memoryHere = (): number => Math.min(totalmem(), process.constrainedMemory() || Infinity)

export function toArguments(extra: Record<string, string> = {}): string[] {
  const settings = { ...BASE, ...memorySettings(memoryHere()), ...extra }
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}
