import { buffer } from 'node:stream/consumers'
import { and, eq } from 'drizzle-orm'
import type { Database } from '../db/database.ts'
import { attachment } from '../db/schema/index.ts'
import { attachmentKey } from '../chat/attachment/index.ts'
import type { Storage } from '../platform/storage/index.ts'
import type { ReadFile } from './platform-content.ts'
import type { OutboxRow } from './outbox.repo.ts'

/** Reads a message's file, if it is the enterprise's own. */
export const fileReader =
  ({ db, storage }: { db: Database; storage: Storage }) =>
  ({ entId }: Pick<OutboxRow, 'entId'>): ReadFile =>
  async (address) => {
    const key = attachmentKey(address)
    if (!key) return undefined
    const [row] = await db.sql
      .select()
      .from(attachment)
      .where(and(eq(attachment.key, key), eq(attachment.entId, entId)))
    const file = row && (await storage.get(`attachment/${key}`))
    if (!row || !file) return undefined
    return { bytes: await buffer(file.body), contentType: row.contentType, name: row.fileName }
  }
