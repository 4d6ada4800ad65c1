import type { Config } from '../config.ts'
import { diskStorage } from './disk-storage.ts'
import type { Storage } from './storage.ts'

export type { Storage } from './storage.ts'

/** The S3 client is large; it is loaded where it is used. */
export async function openStorage(config: Config, filesDir: string): Promise<Storage> {
  if (!config.S3_ENDPOINT) return diskStorage(filesDir)
  const { s3Storage } = await import('./s3-storage.ts')
  return s3Storage(config)
}
