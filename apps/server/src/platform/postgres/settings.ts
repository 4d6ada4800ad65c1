/** What a small machine wants; the rest stays at PostgreSQL's defaults. */
const BASE: Record<string, string> = {
  // Only this machine, only by password: no socket in a folder others can reach.
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '100',
  shared_buffers: '128MB',
  timezone: 'UTC',
  log_timezone: 'UTC',
  lc_messages: 'C',
  jit: 'off',
  log_checkpoints: 'off',
  idle_session_timeout: '0',
}

export function toArguments(extra: Record<string, string> = {}): string[] {
  return Object.entries({ ...BASE, ...extra }).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}
