import { randomBytes, randomUUID } from 'node:crypto'
import { link, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { StartError } from './start-error.ts'

export const SECRET_KEY_FILE = 'secret.key'
export const SECRET_KEY_MIN_LENGTH = 32

/** The configured key, else the data folder's, created on first use. */
export async function loadSecretKey(configured: string, dataDir: string): Promise<string> {
  if (configured) return configured
  const file = path.join(dataDir, SECRET_KEY_FILE)
  const own = `${file}.${randomUUID()}`
  try {
    // Written to a temporary file, so that a crash or full disk leaves no partial key; link() fails if a concurrent start was first.
    await writeFile(own, randomBytes(32).toString('hex'), { mode: 0o600, flush: true })
    await link(own, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    await rm(own, { force: true })
  }
  const key = (await readFile(file, 'utf8')).trim()
  if (key.length < SECRET_KEY_MIN_LENGTH) throw new StartError(`${file} 不完整，请从备份恢复它`)
  return key
}
