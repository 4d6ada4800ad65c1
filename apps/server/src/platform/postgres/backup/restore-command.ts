import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { readConfig } from '../../config.ts'
import { StartError } from '../../start-error.ts'
import { chooseDataDir } from '../data-dir.ts'
import { openDatabaseAlone } from './open-database.ts'
import { restoreBackup } from './restore-backup.ts'
import { loadMigrations } from './schema.ts'
import { tryRestore } from './try-restore.ts'

const REPO_ROOT = fileURLToPath(new URL('../../../../../..', import.meta.url))
const MIGRATIONS = fileURLToPath(new URL('../../../db/migrations', import.meta.url))

process.umask(0o077)
try {
  const isForced = process.argv.includes('--force')
  const named = process.argv.slice(2).find((argument) => !argument.startsWith('--'))
  if (!named) throw new StartError('请给出备份文件：npm run restore -- 文件 [--force | --try]')
  const config = readConfig(process.env)
  const { dataDir } = await chooseDataDir({ repoRoot: REPO_ROOT, requested: config.DATA_DIR || undefined })
  const file = path.resolve(process.env['INIT_CWD'] ?? process.cwd(), named)
  const migrations = loadMigrations(MIGRATIONS)
  if (process.argv.includes('--try')) {
    const { createdAt, tables, rows, files } = await tryRestore(file, migrations)
    console.log(`试恢复成功：${createdAt} 的备份，${tables} 张表共 ${rows} 行、${files} 个文件；没有改动任何数据`)
  } else {
    const openTarget = () => openDatabaseAlone({ databaseUrl: config.DATABASE_URL, dataDir })
    const { createdAt, hasKey } = await restoreBackup({ openTarget, dataDir, file, migrations, isForced })
    console.log(`已恢复 ${createdAt} 的备份，数据目录 ${dataDir}`)
    if (!hasKey) console.log('备份里没有加密密钥，启动前请设置原来的 SECRET_KEY')
  }
} catch (error) {
  console.error(error instanceof StartError ? error.message : `恢复失败，数据未改动：${(error as Error).message}`)
  process.exitCode = 1
}
