import type { Config } from '../config.ts'
import { diskStorage } from './disk-storage.ts'
import { s3Storage } from './s3-storage.ts'
import type { Storage } from './storage.ts'

export type { Storage, StoredFile } from './storage.ts'

export function openStorage(config: Config, filesDir: string): Storage {
  return config.S3_ENDPOINT ? s3Storage(config) : diskStorage(filesDir)
}
