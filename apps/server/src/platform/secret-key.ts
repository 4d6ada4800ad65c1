import { randomBytes, randomUUID } from 'node:crypto'
import { chown, link, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { StartError } from './start-error.ts'

export const SECRET_KEY_FILE = 'secret.key'
const SIMULATOR_KEY_FILE = 'simulator.key'
export const SECRET_KEY_MIN_LENGTH = 32

/** The first seals; the others open what they have sealed before (see `createSecrets`). */
export type SecretKeys = [current: string, ...others: string[]]

/** The configured key, else the data folder's, created on first use. While it is replaced, the old key is the file's second line. */
export async function loadSecretKeys(
  configured: { SECRET_KEY: string; SECRET_KEY_OTHER: string },
  dataDir: string,
): Promise<SecretKeys> {
  const other = configured.SECRET_KEY_OTHER ? [configured.SECRET_KEY_OTHER] : []
  if (configured.SECRET_KEY) return [configured.SECRET_KEY, ...other]
  const file = path.join(dataDir, SECRET_KEY_FILE)
  await createKeyFile(file)
  return [...(await readKeyFile(file)), ...other]
}

/** The key of the simulator's application, of this installation. */
export async function loadSimulatorKey(configured: string, dataDir: string): Promise<string> {
  if (configured) return configured
  const file = path.join(dataDir, SIMULATOR_KEY_FILE)
  await createKeyFile(file)
  return (await readKeyFile(file))[0]
}

/** A random key, unless the file exists. */
async function createKeyFile(file: string): Promise<void> {
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
}

/** Puts a new key before the data folder's; the old one still opens what it has sealed. */
export async function addSecretKey(dataDir: string): Promise<void> {
  const file = path.join(dataDir, SECRET_KEY_FILE)
  const [old, ...older] = await readKeyFile(file)
  if (older.length > 0) throw new StartError('上一次更换还没有完成，请先运行 npm run admin -- key reseal')
  await replaceKeyFile(file, [randomBytes(32).toString('hex'), old])
}

export async function dropOldSecretKeys(dataDir: string): Promise<void> {
  const file = path.join(dataDir, SECRET_KEY_FILE)
  const [current] = await readKeyFile(file)
  await replaceKeyFile(file, [current])
}

async function readKeyFile(file: string): Promise<SecretKeys> {
  const [current = '', ...others] = (await readFile(file, 'utf8')).trim().split('\n')
  if ([current, ...others].some((key) => key.length < SECRET_KEY_MIN_LENGTH))
    throw new StartError(`${file} 不完整，请从备份恢复它`)
  return [current, ...others]
}

/** By rename, so that there is always a whole file; root leaves it to the user it belongs to. */
async function replaceKeyFile(file: string, keys: SecretKeys): Promise<void> {
  const own = `${file}.${randomUUID()}`
  const { uid, gid } = await stat(file)
  try {
    await writeFile(own, keys.join('\n'), { mode: 0o600, flush: true })
    if (process.getuid?.() === 0) await chown(own, uid, gid)
    await rename(own, file)
  } finally {
    await rm(own, { force: true })
  }
}
