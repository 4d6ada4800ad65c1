import { buffer } from 'node:stream/consumers'
import type { EntId } from '@ruwu/contract'
import type { FastifyBaseLogger } from 'fastify'
import { attachmentKey, findAttachment } from '../../chat/attachment/index.ts'
import type { Database } from '../../db/database.ts'
import type { Picture } from '../../engine/index.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import type { TranscriptMessage } from './transcript.repo.ts'

export const PICTURES_MAX = 4
export const PICTURE_BYTES_MAX = 4 * 1024 * 1024

/** Image types the models accept. */
const MEDIA_TYPES: ReadonlySet<string> = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/gif'])

/** Loads customers' images for a vision model. */
export class PictureReader {
  private readonly deps: { db: Database; storage: Storage; log: FastifyBaseLogger }

  constructor(deps: { db: Database; storage: Storage; log: FastifyBaseLogger }) {
    this.deps = deps
  }

  /** The newest images, in message order. Too large, not yet downloaded or unreadable ones are skipped. */
  async read(entId: EntId, messages: readonly Pick<TranscriptMessage, 'picture'>[]): Promise<Picture[]> {
    const keys = messages.flatMap(({ picture }) => attachmentKey(picture ?? '') ?? []).slice(-PICTURES_MAX)
    const read = await Promise.all(keys.map((key) => this.readOne(entId, key)))
    return read.filter((picture) => picture !== undefined)
  }

  private async readOne(entId: EntId, key: string): Promise<Picture | undefined> {
    const { db, storage, log } = this.deps
    try {
      const row = await findAttachment(db.sql, entId, key)
      if (!row || row.size > PICTURE_BYTES_MAX || !MEDIA_TYPES.has(row.contentType)) return undefined
      const file = await storage.get(`attachment/${key}`)
      return file && { bytes: await buffer(file.body), mediaType: row.contentType }
    } catch (error) {
      log.warn({ err: error, entId }, 'reading a customer’s image failed')
      return undefined
    }
  }
}
