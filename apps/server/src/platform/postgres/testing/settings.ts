/** Without fsync: tests kill processes, not machines, and the writes of a killed process survive. */
export const SETTINGS = { fsync: 'off', shared_buffers: '16MB' }
