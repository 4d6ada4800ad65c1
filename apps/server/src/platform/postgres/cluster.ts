import { randomBytes } from 'node:crypto'
import { chmod, chown, mkdir, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { StartError } from '../start-error.ts'
import type { Binaries } from './binaries.ts'
import { explainIoError, explainOutput } from './explain.ts'
import { stateOf } from './process-state.ts'
import { run, type RunAs } from './run-as.ts'

export const SUPERUSER = 'ruwu'
/** The role the product connects as. */
export const PRODUCT_ROLE = 'ruwu_product'
export const DATABASE = 'ruwu'

const PASSWORD_FILE = 'ruwu.password'
const INIT_PREFIX = 'postgres.init-'

/** The password file is inside the cluster's folder, so that they are copied and deleted together. */
export async function readPassword(clusterDir: string): Promise<string> {
  try {
    return (await readFile(path.join(clusterDir, PASSWORD_FILE), 'utf8')).trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw explainIoError(error, clusterDir)
    throw new StartError(`${clusterDir} 里缺少 ${PASSWORD_FILE}，它不是由如晤建立的数据库，请用 DATA_DIR 指定别处`)
  }
}

async function createdVersion(clusterDir: string): Promise<string | undefined> {
  try {
    return (await readFile(path.join(clusterDir, 'PG_VERSION'), 'utf8')).trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw explainIoError(error, clusterDir)
  }
}

/** Creates the cluster unless it exists, in a temporary folder that is renamed at the end: a crash leaves no partial one. */
export async function ensureCluster(options: {
  dataDir: string
  clusterDir: string
  binaries: Binaries
  runAs: RunAs
  sync: boolean
}): Promise<{ created: boolean }> {
  const { dataDir, clusterDir, binaries } = options
  const version = await createdVersion(clusterDir)
  const ours = binaries.version.split('.')[0]
  if (version === ours) return { created: false }
  if (version) {
    throw new StartError(
      `${clusterDir} 由 PostgreSQL ${version} 建立，本版本使用 ${ours}；请用原版本 npm run backup，再用本版本 npm run restore`,
    )
  }
  await removeAbandoned(dataDir)
  const partial = path.join(dataDir, `${INIT_PREFIX}${process.pid}`)
  try {
    return { created: await build(partial, options) }
  } catch (error) {
    throw explainIoError(error, dataDir)
  } finally {
    await rm(partial, { recursive: true, force: true, maxRetries: 5 })
  }
}

async function build(partial: string, options: Parameters<typeof ensureCluster>[0]): Promise<boolean> {
  const { clusterDir, binaries, runAs, sync } = options
  const fresh = path.join(partial, 'cluster')
  const passwordFile = path.join(partial, 'password')
  const password = randomBytes(24).toString('hex')
  await rm(partial, { recursive: true, force: true, maxRetries: 5 })
  await mkdir(partial, { mode: 0o700 })
  await writeFile(passwordFile, password, { mode: 0o600 })
  if (runAs) for (const file of [partial, passwordFile]) await chown(file, runAs.uid, runAs.gid)

  // The builtin C.UTF-8 locale sorts by code point on every machine.
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  const access = [`--username=${SUPERUSER}`, '--auth=scram-sha-256', `--pwfile=${passwordFile}`]
  const args = ['-D', fresh, ...locale, ...access, ...(sync ? [] : ['--no-sync'])]
  const { code, output } = await run(binaries.initdb, args, runAs)
  if (code !== 0) throw explainOutput('建立数据库', output, options.dataDir)

  await rename(passwordFile, path.join(fresh, PASSWORD_FILE))
  await chmod(fresh, 0o700)
  try {
    await rename(fresh, clusterDir)
    return true
  } catch (error) {
    // A concurrent process finished first: its cluster is used.
    if (['ENOTEMPTY', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '')) return false
    throw error
  }
}

async function removeAbandoned(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    if (!name.startsWith(INIT_PREFIX)) continue
    const pid = Number(name.slice(INIT_PREFIX.length))
    if ((await stateOf(pid)) !== 'running')
      await rm(path.join(dataDir, name), { recursive: true, force: true, maxRetries: 5 })
  }
}
