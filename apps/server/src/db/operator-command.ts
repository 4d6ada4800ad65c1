import { fileURLToPath } from 'node:url'
import { systemClock } from '../platform/clock.ts'
import { type Config, readConfig } from '../platform/config.ts'
import { openDatabaseBeside } from '../platform/postgres/backup/open-database.ts'
import { chooseDataDir } from '../platform/postgres/data-dir.ts'
import { StartError } from '../platform/start-error.ts'
import { type Database, openDatabase } from './database.ts'
import { appliedMigration, migrate } from './migrate.ts'

const REPO_ROOT = fileURLToPath(new URL('../../../..', import.meta.url))

/** Where the product's settings and files are. */
export type Installation = { config: Config; dataDir: string }

type Command = (db: Database, args: readonly string[], now: Date, installation: Installation) => Promise<string>

/** Runs a command of the operator on the product's database, beside the running product or before its first start. */
export async function operatorCommand(failure: string, command: Command): Promise<void> {
  process.umask(0o077)
  try {
    const config = readConfig(process.env)
    const { dataDir } = await chooseDataDir({ repoRoot: REPO_ROOT, requested: config.DATA_DIR || undefined })
    const { url, close } = await openDatabaseBeside({ databaseUrl: config.DATABASE_URL, dataDir })
    const db = openDatabase({ url, clock: systemClock, poolSize: 1 })
    try {
      // A newer schema is left to the start of the product: an older one may be running.
      if ((await appliedMigration(db.pool)) === 0) await migrate(url)
      console.log(await command(db, process.argv.slice(2), systemClock.now(), { config, dataDir }))
    } finally {
      await db.close()
      await close()
    }
  } catch (error) {
    console.error(error instanceof StartError ? error.message : `${failure}：${(error as Error).message}`)
    process.exitCode = 1
  }
}
