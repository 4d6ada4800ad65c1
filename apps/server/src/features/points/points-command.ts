import { fileURLToPath } from 'node:url'
import { openDatabase } from '../../db/database.ts'
import { systemClock } from '../../platform/clock.ts'
import { readConfig } from '../../platform/config.ts'
import { openDatabaseBeside } from '../../platform/postgres/backup/open-database.ts'
import { chooseDataDir } from '../../platform/postgres/data-dir.ts'
import { StartError } from '../../platform/start-error.ts'
import { enterPoints } from './enter-points.ts'

const REPO_ROOT = fileURLToPath(new URL('../../../../..', import.meta.url))

try {
  const config = readConfig(process.env)
  const { dataDir } = await chooseDataDir({ repoRoot: REPO_ROOT, requested: config.DATA_DIR || undefined })
  const { url, close } = await openDatabaseBeside({ databaseUrl: config.DATABASE_URL, dataDir })
  const db = openDatabase({ url, clock: systemClock, poolSize: 1 })
  try {
    console.log(await enterPoints(db, process.argv.slice(2), systemClock.now()))
  } finally {
    await db.close()
    await close()
  }
} catch (error) {
  console.error(error instanceof StartError ? error.message : `未能录入积分：${(error as Error).message}`)
  process.exitCode = 1
}
