import { randomBytes } from 'node:crypto'
import type { EntId } from '@ruwu/contract'
import { attachmentPath } from '../chat/attachment/index.ts'
import type { Database } from '../db/database.ts'
import { attachment } from '../db/schema/index.ts'

type Given = Partial<typeof attachment.$inferInsert> & { entId: EntId; uploaderId: string }

/** The row of a picture without its bytes, read and found without a QR code; its address. */
export async function storePicture(db: Database, given: Given, now: Date): Promise<string> {
  const { key = randomBytes(24).toString('base64url') } = given
  const file = { fileName: 'a.png', ext: 'png', contentType: 'image/png', size: 9, codes: [] }
  await db.sql.insert(attachment).values({ ...file, topicId: null, isPrivate: true, createdAt: now, ...given, key })
  return attachmentPath(key)
}
