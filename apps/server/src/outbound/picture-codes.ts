import { buffer } from 'node:stream/consumers'
import { type AttachmentRow, saveCodes } from '../chat/attachment/index.ts'
import type { Database } from '../db/database.ts'
import { FairLane, readCodesApart } from '../platform/reading/file-reader.ts'
import { UnreadableError } from '../platform/reading/unreadable.ts'
import type { Storage } from '../platform/storage/index.ts'

/** What the QR codes in a picture say; null: it cannot be read. */
type Codes = readonly string[] | null

/** Reads a picture unless that was done before. Takes a while, so not in a transaction. */
export type ReadCodes = (file: AttachmentRow) => Promise<Codes>

/** In a transaction, inside `readingPictures`: throws UnreadPicture where the picture has to be read first. */
export type CodesOf = (file: AttachmentRow) => Codes

export class UnreadPicture extends Error {
  override name = 'UnreadPicture'
  readonly read: () => Promise<unknown>

  constructor(read: () => Promise<unknown>) {
    super('a picture has to be read before it is sent')
    this.read = read
  }
}

/** Does a transaction that may send pictures; one that is not read yet is read without its locks, then it is done again. */
export async function readingPictures<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof UnreadPicture)) throw error
    await error.read()
    return readingPictures(work)
  }
}

/** Pictures of one enterprise that wait, beside the one that is read. */
export const PICTURES_WAITING_MAX = 8
/** Not for good: a busy machine may have been too slow for it. */
const UNREADABLE_MS = 10 * 60_000

/** Reads each picture once; what it says is kept with the file. */
export function createPictureCodes({ db, storage }: { db: Database; storage: Storage }): {
  readCodes: ReadCodes
  codesOf: CodesOf
} {
  const lane = new FairLane(PICTURES_WAITING_MAX)
  const underWay = new Map<string, Promise<Codes>>()
  const unreadable = new Set<string>()

  const known = ({ key, codes, contentType }: AttachmentRow): Codes | undefined => {
    if (codes) return codes
    if (!contentType.startsWith('image/')) return []
    return unreadable.has(key) ? null : undefined
  }

  async function read(file: AttachmentRow): Promise<Codes> {
    const stored = await storage.get(`attachment/${file.key}`)
    const codes = stored ? await readCodesApart(await buffer(stored.body)).catch(nullIfUnreadable) : null
    if (codes) await saveCodes(db.sql, file, codes)
    else {
      unreadable.add(file.key)
      setTimeout(() => unreadable.delete(file.key), UNREADABLE_MS).unref()
    }
    return codes
  }

  const readCodes: ReadCodes = async (file) => {
    const codes = known(file)
    if (codes !== undefined) return codes
    const { entId, key } = file
    const reading = underWay.get(key) ?? lane.run(entId, () => read(file)).finally(() => underWay.delete(key))
    underWay.set(key, reading)
    return reading
  }

  const codesOf: CodesOf = (file) => {
    const codes = known(file)
    if (codes === undefined) throw new UnreadPicture(() => readCodes(file))
    return codes
  }

  return { readCodes, codesOf }
}

function nullIfUnreadable(error: unknown): null {
  if (error instanceof UnreadableError) return null
  throw error
}
