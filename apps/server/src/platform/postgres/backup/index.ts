export { makeBackup } from './make-backup.ts'
export { restoreBackup, finishInterruptedRestore } from './restore-backup.ts'
export { loadMigrations } from './schema.ts'
