import type { Material, ReplyPart } from '@ruwu/contract'
import type { OutgoingContent } from '../sending/outgoing.ts'

/** A card as a message. The server looks it up by our id and stores the platform's data of it. */
export const cardContent = ({
  id,
  type,
  title,
  image,
}: Pick<Material, 'id' | 'type' | 'title' | 'image'>): OutgoingContent => ({
  type: 'link',
  placeholder: title,
  extra: { cardId: id, cardType: type, state: 'sent', materialId: id, ...(image && { cover: image }) },
})

/** An image or card of a quick reply as a message. */
export const partContent = (part: ReplyPart): OutgoingContent =>
  part.type === 'image'
    ? { type: 'image', text: part.url }
    : {
        type: 'link',
        placeholder: part.title,
        extra: { cardId: part.materialId, state: 'sent', materialId: part.materialId },
      }
