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
