import type { CustomerMessage, Source } from '@ruwu/contract'
import { bodyOf } from '../bubble/message-body.ts'
import { texts } from '../texts.ts'
import type { ViewedMedia } from './media-viewer.tsx'

/** Images and videos of the messages, in order, without stickers. */
export function viewedMedia(messages: readonly CustomerMessage[], source: Source): ViewedMedia[] {
  return messages.flatMap(({ chatId, content, senderName }): ViewedMedia[] => {
    if (content.type !== 'image' && content.type !== 'video') return []
    const body = bodyOf(content, source)
    if ((body.kind !== 'image' && body.kind !== 'video') || body.state !== 'ready' || body.url === '') return []
    return [{ id: chatId, kind: body.kind, url: body.url, alt: texts.mediaOf(senderName, texts[body.kind]) }]
  })
}
