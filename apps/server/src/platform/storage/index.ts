import { randomUUID } from 'node:crypto'
import { link, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Config } from '../config.ts'
import { diskStorage } from './disk-storage.ts'
import type { Storage } from './storage.ts'

export { type Storage, StorageFullError } from './storage.ts'

/** The S3 client is large; it is loaded where it is used. */
export async function openStorage(config: Config, filesDir: string): Promise<Storage> {
  if (!config.S3_ENDPOINT) return diskStorage(filesDir, config.DISK_RESERVE_MB * 1024 * 1024)
  const { s3Storage } = await import('./s3-storage.ts')
  return s3Storage(config)
}

/** The same for all nodes that store files in the same place. */
export async function nameOfStorage(config: Config, dataDir: string): Promise<string> {
  if (config.S3_ENDPOINT) return `${config.S3_ENDPOINT} ${config.S3_BUCKET}`
  const file = path.join(dataDir, 'files.id')
  // Atomic: of nodes starting together one creates the file, and none reads it half written.
  const own = `${file}.${randomUUID()}`
  await writeFile(own, randomUUID())
  await link(own, file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  await rm(own)
  return readFile(file, 'utf8')
}
