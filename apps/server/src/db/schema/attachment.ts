import type { EntId } from '@ruwu/contract'
import { sql } from 'drizzle-orm'
import { bigint, boolean, index, pgTable, text } from 'drizzle-orm/pg-core'
import { at, idOf } from './columns.ts'

/** An uploaded file; its bytes are in the storage under the key. */
export const attachment = pgTable(
  'attachment',
  {
    key: text('key').primaryKey(),
    entId: idOf<EntId>('ent_id').notNull(),
    uploaderId: text('uploader_id').notNull(),
    topicId: idOf<string>('topic_id'),
    isPrivate: boolean('is_private').notNull(),
    /** Uploaded for a knowledge entry, and deleted with the last one that uses it. */
    isForKnowledge: boolean('is_for_knowledge').notNull().default(false),
    fileName: text('file_name').notNull(),
    ext: text('ext').notNull(),
    contentType: text('content_type').notNull(),
    size: bigint('size', { mode: 'number' }).notNull(),
    /** What the QR codes of a picture say; null: not read, which is done before it is first sent. */
    codes: text('codes').array(),
    createdAt: at('created_at').notNull(),
  },
  (t) => [
    index('attachment_uploader').on(t.entId, t.uploaderId, t.createdAt),
    index('attachment_topic')
      .on(t.entId, t.topicId)
      .where(sql`topic_id is not null`),
  ],
)
