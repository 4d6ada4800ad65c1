import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { readConfig } from '../../config.ts'
import { StartError } from '../../start-error.ts'
import { chooseDataDir } from '../data-dir.ts'
import { verifyArchive } from './archive-reader.ts'
import { backupName, keepNewest } from './keep-newest.ts'
import { makeBackup } from './make-backup.ts'
import { openDatabaseBeside } from './open-database.ts'

const REPO_ROOT = fileURLToPath(new URL('../../../../../..', import.meta.url))

const size = (bytes: number) => (bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} KB` : `${(bytes / 1e6).toFixed(1)} MB`)
const USAGE = '用法：npm run backup -- [文件或目录/] [--keep 份数]'

try {
  const config = readConfig(process.env)
  const { dataDir } = await chooseDataDir({ repoRoot: REPO_ROOT, requested: config.DATA_DIR || undefined })
  const { named, keep } = readArguments()
  const isFolder = named === undefined || named.endsWith('/')
  const folder = isFolder ? (named ?? path.join(dataDir, 'backups')) : path.dirname(named)
  const file = isFolder ? path.join(folder, backupName(new Date())) : named
  const { url, close } = await openDatabaseBeside({ databaseUrl: config.DATABASE_URL, dataDir })
  const done = await makeBackup({ url, dataDir, file }).catch(async (error: unknown) => {
    await close()
    throw error
  })
  await close()
  console.log(`已备份 ${done.tables} 张表共 ${done.rows} 行、${done.files} 个文件（${size(done.bytes)}）：${file}`)
  if (keep !== undefined) {
    // Older ones go only after the new one has been read back.
    await verifyArchive(file)
    for (const name of await keepNewest(folder, keep)) console.log(`已删去较早的备份 ${name}`)
  }
  if (done.hasKey) console.log('备份文件内含加密密钥，请妥善保管，不要交给他人')
  if (config.SECRET_KEY) console.log('加密密钥来自环境变量 SECRET_KEY，不在备份里，请另行保管')
  if (config.S3_ENDPOINT) console.log('对象存储里的文件不在备份里，请用对象存储自身的备份')
} catch (error) {
  console.error(error instanceof StartError ? error.message : `备份失败：${(error as Error).message}`)
  process.exitCode = 1
}

function readArguments(): { named: string | undefined; keep: number | undefined } {
  try {
    const { values, positionals } = parseArgs({ options: { keep: { type: 'string' } }, allowPositionals: true })
    const [named, ...more] = positionals
    const { keep } = values
    if (more.length > 0 || (keep !== undefined && !/^[1-9]\d{0,3}$/.test(keep))) throw new Error(USAGE)
    // npm changes the working directory to the project; INIT_CWD is the operator's.
    const here = process.env['INIT_CWD'] ?? process.cwd()
    const place = named && path.resolve(here, named) + (named.endsWith('/') ? '/' : '')
    return { named: place, keep: keep === undefined ? undefined : Number(keep) }
  } catch {
    throw new StartError(USAGE)
  }
}
