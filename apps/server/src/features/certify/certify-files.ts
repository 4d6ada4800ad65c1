import { createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { LETTER_MAX_BYTES, LICENSE_MAX_BYTES } from '@ruwu/contract'
import { attachmentKey, findAttachment } from '../../chat/attachment/index.ts'
import type { Database } from '../../db/database.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import type { CertificationRow } from './certify.repo.ts'

type File = { contentType: string; size: number }

const PICTURES = ['image/jpeg', 'image/png']

export const isLicense = ({ contentType, size }: File) => PICTURES.includes(contentType) && size <= LICENSE_MAX_BYTES

export const isLetter = ({ contentType, size }: File) =>
  [...PICTURES, 'application/pdf'].includes(contentType) && size <= LETTER_MAX_BYTES

const EXTENSIONS: Record<string, string> = { 'image/jpeg': 'jpg', 'image/png': 'png', 'application/pdf': 'pdf' }

/** Writes the uploaded files into a folder, for the reviewer; returns their paths. Their names are ours, not those of the upload. */
export async function saveFiles(
  { db, storage }: { db: Database; storage: Storage },
  { id, entId, licenseUrl, letterUrl }: CertificationRow,
  folder: string,
): Promise<string[]> {
  await mkdir(folder, { recursive: true })
  const saved: string[] = []
  for (const [name, url] of [
    ['营业执照', licenseUrl],
    ['授权书', letterUrl],
  ] as const) {
    const row = await findAttachment(db.sql, entId, attachmentKey(url) ?? '')
    const file = row && (await storage.get(`attachment/${row.key}`))
    if (!file) continue
    const target = path.join(folder, `${id}-${name}.${EXTENSIONS[row.contentType] ?? 'bin'}`)
    await pipeline(file.body, createWriteStream(target))
    saved.push(target)
  }
  return saved
}
