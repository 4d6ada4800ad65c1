import { totalmem } from 'node:os'

const MB = 1024 * 1024

/** An eighth of the machine, for it is not the database's alone; never less than PostgreSQL's own default. */
const SHARE = 1 / 8
const LEAST_MB = 128
const MOST_MB = 4096

/** Of the rest, the system keeps about this much of the database's files at hand. */
const CACHED_SHARE = 1 / 2

/** What a small machine wants; the rest stays at PostgreSQL's defaults. */
const BASE: Record<string, string> = {
  // Only this machine, only by password: no socket in a folder others can reach.
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '100',
  // Today's disks find one page as quickly as the next.
  random_page_cost: '1.1',
  timezone: 'UTC',
  log_timezone: 'UTC',
  lc_messages: 'C',
  jit: 'off',
  log_checkpoints: 'off',
  idle_session_timeout: '0',
}

/** How much of the machine's memory the database may take. */
export function memorySettings(totalBytes: number): Record<'shared_buffers' | 'effective_cache_size', string> {
  const total = totalBytes / MB
  const own = Math.round(Math.min(Math.max(total * SHARE, LEAST_MB), MOST_MB))
  return { shared_buffers: `${own}MB`, effective_cache_size: `${Math.max(Math.round(total * CACHED_SHARE), own)}MB` }
}

/** A container may have less than its machine. */
const memoryHere = (): number => Math.min(totalmem(), process.constrainedMemory() || Infinity)

export function toArguments(extra: Record<string, string> = {}): string[] {
  const settings = { ...BASE, ...memorySettings(memoryHere()), ...extra }
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}
