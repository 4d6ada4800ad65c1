import { buffer } from 'node:stream/consumers'
import { type AttachmentRow, saveCodes } from '../chat/attachment/index.ts'
import type { Queryable } from '../db/database.ts'
import { readCodesApart } from '../platform/reading/file-reader.ts'
import { UnreadableError } from '../platform/reading/unreadable.ts'
import type { Storage } from '../platform/storage/index.ts'

/** What the QR codes in a picture say; null: it cannot be read. */
export type ReadCodes = (db: Queryable, file: AttachmentRow) => Promise<readonly string[] | null>

/** For pictures that were sent once: nothing is read. */
export const storedCodes: ReadCodes = async (_db, { codes }) => codes

/** Reads a picture once; what it says is kept with the file. */
export function createReadCodes({ storage }: { storage: Storage }): ReadCodes {
  return async (db, file) => {
    if (file.codes) return file.codes
    if (!file.contentType.startsWith('image/')) return []
    const stored = await storage.get(`attachment/${file.key}`)
    if (!stored) return null
    try {
      const codes = await readCodesApart(await buffer(stored.body))
      await saveCodes(db, file, codes)
      return codes
    } catch (error) {
      if (error instanceof UnreadableError) return null
      throw error
    }
  }
}
