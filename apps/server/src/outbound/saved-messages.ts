import type { EntId, Source } from '@ruwu/contract'
import { savedPictureWarnings } from '@ruwu/domain'
import { attachmentKey, type AttachmentRow, findAttachment } from '../chat/attachment/index.ts'
import type { Queryable } from '../db/database.ts'
import type { Caller } from '../platform/http/caller.ts'
import { BusyError } from '../platform/reading/file-reader.ts'
import { warnSavedText } from './banned-words.repo.ts'
import { mayRead } from './outbound-content.repo.ts'
import type { ReadCodes } from './picture-codes.ts'

/** A message that is stored and sent later: of a rule, a plan, a flow. */
export type SavedMessage = { type: 'text'; text: string } | { type: 'image'; url: string } | { type: 'card' }

/** The pictures that the author may not send, or that are gone, by their place; those that were saved before are kept. */
export async function findBadPictures(
  db: Queryable,
  caller: Caller,
  messages: readonly SavedMessage[],
  before: readonly SavedMessage[] = [],
): Promise<number[]> {
  const known = new Set(before.flatMap((each) => (each.type === 'image' ? [each.url] : [])))
  const bad: number[] = []
  for (const [index, message] of messages.entries()) {
    if (message.type !== 'image' || known.has(message.url)) continue
    const file = await findPicture(db, caller.entId, message.url)
    if (!file || !(await mayRead(db, caller, file))) bad.push(index)
  }
  return bad
}

/** What the guard finds in messages for these platforms (none named: all), each once. They may be saved, and sending checks again. */
export async function warnSavedMessages(
  db: Queryable,
  entId: EntId,
  {
    messages,
    sources,
    readCodes,
  }: { messages: readonly SavedMessage[]; sources: readonly Source[]; readCodes: ReadCodes },
): Promise<string[]> {
  const warnings = new Set<string>()
  for (const message of messages) {
    if (message.type === 'text')
      for (const warning of await warnSavedText(db, entId, message.text, sources)) warnings.add(warning)
    if (message.type !== 'image') continue
    const file = await findPicture(db, entId, message.url)
    if (file) for (const warning of await warnPicture(file, readCodes)) warnings.add(warning)
  }
  return [...warnings]
}

/** Nothing while too many others are read: sending reads it, and checks again. */
async function warnPicture(file: AttachmentRow, readCodes: ReadCodes): Promise<string[]> {
  try {
    return savedPictureWarnings(await readCodes(file))
  } catch (error) {
    if (error instanceof BusyError) return []
    throw error
  }
}

async function findPicture(db: Queryable, entId: EntId, url: string): Promise<AttachmentRow | undefined> {
  const key = attachmentKey(url)
  const file = key === undefined ? undefined : await findAttachment(db, entId, key)
  return file?.contentType.startsWith('image/') ? file : undefined
}
