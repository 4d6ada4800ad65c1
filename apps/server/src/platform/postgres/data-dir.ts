import { access, chmod, chown, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { StartError } from '../start-error.ts'
import { makeFolder } from './make-folder.ts'
import { isRoot, run, type RunAs } from './run-as.ts'

const SHARED_DIR = '/var/lib/ruwu'
const NOBODY_USER: RunAs = { uid: 65534, gid: 65534 }

const exists = (file: string) =>
  access(file).then(
    () => true,
    () => false,
  )

// Tried as that user, because mode bits do not show access lists, mounts and namespaces.
const canEnter = async (folder: string, runAs: RunAs) =>
  (await run('/bin/sh', ['-c', 'cd -- "$1"', 'sh', folder], runAs)).code === 0

/** Gives the database's user execute permission on our folder; parent folders are not changed. */
export async function makeEnterable(folder: string, runAs: RunAs): Promise<void> {
  if (!runAs || (await canEnter(folder, runAs))) return
  const { mode } = await stat(folder)
  await chmod(folder, (mode & 0o7777) | 0o011)
  if (await canEnter(folder, runAs)) return
  throw new StartError(
    `以 root 运行时数据库由普通系统用户运行，而它进不去 ${folder}（上级目录不允许其他用户进入），请用 DATA_DIR 指定别处，例如 ${SHARED_DIR}`,
  )
}

/** Creates the data folder; only we and the database's user get in. */
export async function prepareDataDir(dataDir: string, runAs: RunAs): Promise<void> {
  await makeFolder(dataDir, 0o711)
  const { uid, mode } = await stat(dataDir)
  const isShared = runAs !== undefined && runAs.uid !== uid
  const wanted = isShared ? 0o710 : 0o700
  if ((mode & 0o777) !== wanted) {
    await protectFiles(dataDir, NOT_OURS)
    if (isShared) await chown(dataDir, uid, runAs.gid)
    // Last: a folder with this mode has no open files in it.
    await chmod(dataDir, wanted)
  }
  await makeEnterable(dataDir, runAs)
}

/** PostgreSQL keeps its own modes, also while another process creates it; our copy of its binaries is for its user. */
const NOT_OURS = /^(postgres|postgres\.init-.*|bin)$/

/** For data of earlier releases; new files get their mode by the umask of the process. */
async function protectFiles(folder: string, except?: RegExp): Promise<void> {
  const entries = await unlessGone(readdir(folder, { withFileTypes: true }))
  for (const entry of entries ?? []) {
    const file = path.join(folder, entry.name)
    if (entry.isFile()) await unlessGone(chmod(file, 0o600))
    if (!entry.isDirectory() || except?.test(entry.name)) continue
    await unlessGone(chmod(file, 0o700))
    await protectFiles(file)
  }
}

/** Undefined where another node that starts on the same folder has taken its write check away meanwhile. */
const unlessGone = <T>(work: Promise<T>): Promise<T | undefined> =>
  work.catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })

/**
 * Chooses the data folder, once: a cluster in the checkout stays there, and the choice of the shared folder is recorded in the
 * checkout, so that a later change of permissions does not make the data seem lost.
 */
export async function chooseDataDir(options: {
  repoRoot: string
  requested?: string
  sharedDir?: string
}): Promise<{ dataDir: string; reason?: string }> {
  if (options.requested) return { dataDir: path.resolve(options.requested) }
  const local = path.join(options.repoRoot, 'data')
  const note = path.join(local, 'LOCATION')
  const reason = `项目位于普通用户无法进入的目录，数据库由普通系统用户运行，数据改存于 `
  if (await exists(path.join(local, 'postgres'))) return { dataDir: local }
  const noted = (await readFile(note, 'utf8').catch(() => '')).trim()
  if (noted) return { dataDir: noted, reason: reason + noted }
  if (!isRoot() || (await canEnter(options.repoRoot, NOBODY_USER))) return { dataDir: local }

  const shared = options.sharedDir ?? SHARED_DIR
  await mkdir(local, { recursive: true })
    .then(() => writeFile(note, shared + '\n'))
    .catch(() => {})
  return { dataDir: shared, reason: reason + shared }
}
