import type { EntId, ReplyPart } from '@ruwu/contract'
import { QUICK_REPLY_TEXTS } from '@ruwu/domain'
import { attachmentKey, findAttachment } from '../../chat/attachment/index.ts'
import type { Queryable } from '../../db/database.ts'
import { FieldError } from '../../platform/http/errors.ts'
import { listCards } from '../material/index.ts'

/**
 * The parts with the cards' own titles. Pictures must be uploaded files of the enterprise and cards its own; parts that were saved
 * before are kept although their file or card is gone meanwhile.
 */
export async function checkParts(
  db: Queryable,
  entId: EntId,
  parts: readonly ReplyPart[],
  before: readonly ReplyPart[] = [],
): Promise<ReplyPart[]> {
  const ids = parts.flatMap((part) => (part.type === 'card' ? [part.materialId] : []))
  const cards = new Map((ids.length > 0 ? await listCards(db, entId, ids) : []).map((card) => [card.id, card]))
  return Promise.all(
    parts.map(async (part) => {
      const known = before.find((each) => isSame(each, part))
      if (part.type === 'card') {
        const card = cards.get(part.materialId)
        if (card) return { ...part, title: card.title || card.name }
      } else if (known ?? (await isPicture(db, entId, part.url))) return part
      if (known) return known
      throw new FieldError({ parts: QUICK_REPLY_TEXTS.partGone })
    }),
  )
}

const isSame = (one: ReplyPart, other: ReplyPart) =>
  one.type === 'image'
    ? other.type === 'image' && one.url === other.url
    : other.type === 'card' && one.materialId === other.materialId

async function isPicture(db: Queryable, entId: EntId, url: string): Promise<boolean> {
  const key = attachmentKey(url)
  const file = key === undefined ? undefined : await findAttachment(db, entId, key)
  return file?.contentType.startsWith('image/') ?? false
}
