import { buffer } from 'node:stream/consumers'
import { CARD_TYPES, type CardType, type Content, type EntId } from '@ruwu/contract'
import { PlatformError } from '../channels/platform-error.ts'
import type { ChannelAccount, ChannelSource, OutboundContent, UploadFile } from '../channels/source.ts'
import { attachmentKey, findAttachment } from '../chat/attachment/index.ts'
import type { Database } from '../db/database.ts'
import type { Storage } from '../platform/storage/storage.ts'

/** Reads the file a message's text points to. */
type ReadFile = (address: string) => Promise<UploadFile | undefined>

/** Reads a message's file; only files of the enterprise itself. */
export const fileReader =
  ({ db, storage }: { db: Database; storage: Storage }) =>
  (entId: EntId): ReadFile =>
  async (address) => {
    const key = attachmentKey(address)
    const row = key ? await findAttachment(db.sql, entId, key) : undefined
    const file = row && (await storage.get(`attachment/${row.key}`))
    if (!row || !file) return undefined
    return { bytes: await buffer(file.body), contentType: row.contentType, name: row.fileName }
  }

/** Converts stored content for the adapter. Pictures are uploaded now, since platform media ids expire. */
export async function toOutbound(
  channel: ChannelSource,
  account: ChannelAccount,
  content: Content,
  readFile: ReadFile,
): Promise<OutboundContent> {
  const { type, text = '', extra = {} } = content
  const title = typeof content.placeholder === 'string' ? content.placeholder : ''
  if (type === 'text') return { type: 'text', text }
  if (type === 'image') {
    const file = await readFile(text)
    if (!file) throw new PlatformError('media_refused')
    return { type: 'image', media: await channel.upload(account, file) }
  }
  if (type === 'video' && extra.itemId) return { type: 'video_item', itemId: extra.itemId }
  if (type === 'link' && extra.cardType === 'question_guide') {
    return { type: 'question_guide', title, questions: JSON.parse(extra.questions ?? '[]') as string[] }
  }
  if (type === 'link' && isCardType(extra.cardType) && extra.cardId) {
    return {
      type: 'card',
      cardType: extra.cardType,
      platformCardId: extra.cardId,
      title,
      ...(extra.cover ? { coverUrl: extra.cover } : {}),
    }
  }
  throw new PlatformError('bad_request')
}

const isCardType = (value: string | undefined): value is CardType =>
  (CARD_TYPES as readonly string[]).includes(value ?? '')
