import type { Readable } from 'node:stream'
import { UserFacingError } from '../http/errors.ts'

type StoredFile = { body: Readable; size: number }

/** File storage. Keys are generated: letters, digits, `-`, `_`, `.` and `/`, never a user's file name (path traversal). */
export type Storage = {
  put(key: string, body: Buffer | Readable, size: number, contentType: string, signal?: AbortSignal): Promise<void>
  /** With a range only those bytes, both ends included. */
  get(key: string, range?: { start: number; end: number }): Promise<StoredFile | undefined>
  remove(key: string): Promise<void>
  /** Writes and removes a tiny file; throws with the reason when that is impossible. */
  check(): Promise<void>
}

/** Too little is left of the disk to store a file. */
export class StorageFullError extends UserFacingError {
  override name = 'StorageFullError'

  constructor() {
    super('refused', '磁盘空间不足，暂时不能保存文件')
  }
}

const KEY_PATTERN = /^(?!.*\.\.)[\w.-]+(\/[\w.-]+)*$/

export function checkKey(key: string): string {
  if (!KEY_PATTERN.test(key)) throw new Error(`bad storage key: ${key}`)
  return key
}
