import { randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'

export const SECRET_KEY_FILE = 'secret.key'

/** The key given by configuration, else the data folder's own, made on first use. */
export async function loadSecretKey(configured: string, dataDir: string): Promise<string> {
  if (configured) return configured
  const file = path.join(dataDir, SECRET_KEY_FILE)
  try {
    // `wx`: two first starts at once must end up with one key.
    await writeFile(file, randomBytes(32).toString('hex'), { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return (await readFile(file, 'utf8')).trim()
}
