import { PRODUCT_ROLE } from '../cluster.ts'

/** Without fsync: tests kill processes, not machines, and the writes of a killed process survive. */
export const SETTINGS = { fsync: 'off', shared_buffers: '16MB' }

/** What tests need beyond the product's rights: databases of their own, and filling tables without triggers. */
export const TEST_RIGHTS = `alter role ${PRODUCT_ROLE} createdb; grant set on parameter session_replication_role to ${PRODUCT_ROLE}`
