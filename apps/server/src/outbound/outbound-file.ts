import { buffer } from 'node:stream/consumers'
import { attachmentKey, findAttachment } from '../chat/attachment/index.ts'
import type { Database } from '../db/database.ts'
import type { Storage } from '../platform/storage/storage.ts'
import type { OutboxRow } from './outbox.repo.ts'
import type { ReadFile } from './platform-content.ts'

/** Reads a message's file; only files of the enterprise itself. */
export const fileReader =
  ({ db, storage }: { db: Database; storage: Storage }) =>
  ({ entId }: Pick<OutboxRow, 'entId'>): ReadFile =>
  async (address) => {
    const key = attachmentKey(address)
    const row = key ? await findAttachment(db.sql, entId, key) : undefined
    const file = row && (await storage.get(`attachment/${row.key}`))
    if (!row || !file) return undefined
    return { bytes: await buffer(file.body), contentType: row.contentType, name: row.fileName }
  }
