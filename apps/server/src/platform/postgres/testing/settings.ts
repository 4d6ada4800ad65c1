/** Durability costs tests time and proves nothing: killed processes, unlike machines, leave their writes. */
export const SETTINGS = { fsync: 'off', shared_buffers: '16MB' }
