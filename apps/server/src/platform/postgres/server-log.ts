import { open, readFile, rename, stat, type FileHandle } from 'node:fs/promises'
import path from 'node:path'
import { explainIoError } from './explain.ts'
import { isRoot } from './run-as.ts'

const LIMIT = 10 * 1024 * 1024

const fileOf = (dataDir: string) => path.join(dataDir, 'postgres.log')

/** Opens the server's log here, so that the database's user needs no permission on the data folder. */
export async function openServerLog(dataDir: string): Promise<FileHandle> {
  const file = fileOf(dataDir)
  try {
    const size = await stat(file).then(
      (found) => found.size,
      () => 0,
    )
    if (size > LIMIT) await rename(file, `${file}.1`)
    const log = await open(file, 'a', 0o600)
    // When root runs an ordinary user's data folder, the log must stay owned by that user.
    const owner = await stat(dataDir)
    if (isRoot()) await log.chown(owner.uid, owner.gid)
    return log
  } catch (error) {
    throw explainIoError(error, file)
  }
}

export async function readServerLog(dataDir: string, from: number): Promise<string> {
  const bytes = await readFile(fileOf(dataDir)).catch(() => Buffer.alloc(0))
  return bytes.subarray(from).toString('utf8')
}
