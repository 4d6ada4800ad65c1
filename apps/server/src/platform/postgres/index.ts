export { chooseDataDir } from './data-dir.ts'
export { makeFolder } from './make-folder.ts'
export { startEmbeddedPostgres, type EmbeddedPostgresOptions } from './embedded-postgres.ts'
