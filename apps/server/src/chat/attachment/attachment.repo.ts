import { randomBytes } from 'node:crypto'
import { type EntId, STORED_FILE_PATH } from '@ruwu/contract'
import { and, eq, inArray } from 'drizzle-orm'
import type { Database, Queryable } from '../../db/database.ts'
import { attachment } from '../../db/schema/index.ts'
import { FieldError } from '../../platform/http/errors.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import { cleanFileName, sniff } from './file-kind.ts'

export type AttachmentRow = typeof attachment.$inferSelect

type NewAttachment = {
  entId: EntId
  uploaderId: string
  topicId: string | null
  isPrivate: boolean
  isForKnowledge?: boolean
  bytes: Buffer
  fileName: string | undefined
}

/** Stores the bytes, then the row, under a random key of 192 bits. A crash in between leaves bytes without a row. */
export async function saveAttachment(
  { db, storage }: { db: Database; storage: Storage },
  { bytes, fileName, isForKnowledge = false, ...owner }: NewAttachment,
  now: Date,
): Promise<AttachmentRow> {
  const name = cleanFileName(fileName)
  const { contentType, ext } = await sniff(bytes, name)
  const key = randomBytes(24).toString('base64url')
  await storage.put(`attachment/${key}`, bytes, bytes.length, contentType)
  const file = { fileName: name, ext, contentType, size: bytes.length, codes: null }
  const row = { key, ...owner, isForKnowledge, ...file, createdAt: now }
  await db.sql.insert(attachment).values(row)
  return row
}

export async function findAttachment(db: Queryable, entId: EntId, key: string): Promise<AttachmentRow | undefined> {
  const [row] = await db
    .select()
    .from(attachment)
    .where(and(eq(attachment.entId, entId), eq(attachment.key, key)))
  return row
}

/** A private file that was uploaded for a form: none that is deleted with a conversation or a knowledge entry. */
export async function findFormFile(db: Queryable, entId: EntId, address: string): Promise<AttachmentRow | undefined> {
  const row = await findAttachment(db, entId, attachmentKey(address) ?? '')
  return row?.isPrivate && row.topicId === null && !row.isForKnowledge ? row : undefined
}

/** What the QR codes of a picture say. */
export async function saveCodes(
  db: Queryable,
  { entId, key }: Pick<AttachmentRow, 'entId' | 'key'>,
  codes: string[],
): Promise<void> {
  await db
    .update(attachment)
    .set({ codes })
    .where(and(eq(attachment.entId, entId), eq(attachment.key, key)))
}

const PICTURE_TYPES: ReadonlySet<string> = new Set(['image/jpeg', 'image/png'])
const MEGABYTE = 1024 * 1024
const PICTURE_MAX_BYTES = 2 * MEGABYTE

/** The enterprise's own jpg or png behind an address of a form; otherwise refused at the form's field. */
export async function getPicture(db: Queryable, entId: EntId, field: string, address: string): Promise<AttachmentRow> {
  const key = attachmentKey(address)
  const row = key && (await findAttachment(db, entId, key))
  if (!row) throw new FieldError({ [field]: '图片不存在或已删除' })
  if (!PICTURE_TYPES.has(row.contentType)) throw new FieldError({ [field]: '图片只支持 jpg、png 格式' })
  if (row.size > PICTURE_MAX_BYTES) throw new FieldError({ [field]: `图片不能超过 ${PICTURE_MAX_BYTES / MEGABYTE}MB` })
  return row
}

/** Not filtered by enterprise: keys are random (192 bits). The caller authorises private files. */
export async function findByKey(db: Queryable, key: string): Promise<AttachmentRow | undefined> {
  const [row] = await db.select().from(attachment).where(eq(attachment.key, key))
  return row
}

/** Deletes the row only: the caller may delete the bytes after commit. */
export async function deleteAttachment(db: Queryable, entId: EntId, key: string): Promise<void> {
  await db.delete(attachment).where(and(eq(attachment.entId, entId), eq(attachment.key, key)))
}

/** Files deleted at a time: a storage across the network answers each after some milliseconds. */
const AT_ONCE = 16

/** Deletes the bytes before the row: a crash in between leaves a row, and the file is deleted again. */
export async function eraseFiles(
  { db, storage }: { db: Database; storage: Storage },
  entId: EntId,
  keys: readonly string[],
): Promise<void> {
  for (let at = 0; at < keys.length; at += AT_ONCE) {
    const some = keys.slice(at, at + AT_ONCE)
    await Promise.all(some.map((key) => storage.remove(`attachment/${key}`)))
    await db.sql.delete(attachment).where(and(eq(attachment.entId, entId), inArray(attachment.key, some)))
  }
}

export const attachmentPath = (key: string) => `/api/attachment/${key}`

const PATH = new RegExp(`^${STORED_FILE_PATH.source}$`)

/** The key in an attachment path; undefined for any other address. */
export const attachmentKey = (address: string): string | undefined => PATH.exec(address)?.[1]
