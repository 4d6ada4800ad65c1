import type { CustomerMessage, Source } from '@ruwu/contract'
import { KeepAnswerDialog, RunDialog } from '../../../ai-run/index.ts'
import { bodyOf } from '../bubble/message-body.ts'
import { MediaViewer, type ViewedMedia } from '../media-viewer/media-viewer.tsx'
import { useLogContext } from '../message-log/log-context.ts'
import { texts } from '../texts.ts'
import { threadStore } from '../thread-store.ts'
import { KeepReplyDialog } from './keep-reply-dialog.tsx'
import { LeadDialog } from './lead-dialog.tsx'
import type { DialogLayer } from './message-layers.tsx'

/** What a message's menu and its pictures open. */
export function MessageDialogs({ layer, onClose }: { layer: DialogLayer; onClose: () => void }) {
  const { customer } = useLogContext()
  const { customerId } = customer
  switch (layer.kind) {
    case 'media': {
      const messages = threadStore.find(customerId)?.state.messages ?? []
      return <MediaViewer items={viewedMedia(messages, customer.source)} firstId={layer.chatId} onClose={onClose} />
    }
    case 'reply':
      return <KeepReplyDialog text={layer.text} onClose={onClose} />
    case 'lead':
      return (
        <LeadDialog
          customerId={customerId}
          messageId={layer.line.message?.id}
          selection={layer.selection}
          text={layer.body.kind === 'text' ? layer.body.text : ''}
          onClose={onClose}
        />
      )
    case 'basis':
      return <RunDialog customerId={customerId} messageId={layer.messageId} onClose={onClose} />
    case 'answer':
      return (
        <KeepAnswerDialog customerId={customerId} messageId={layer.messageId} text={layer.text} onClose={onClose} />
      )
  }
}

/** Images and videos of the messages, in order, without stickers. */
function viewedMedia(messages: readonly CustomerMessage[], source: Source): ViewedMedia[] {
  return messages.flatMap(({ chatId, content, senderName }): ViewedMedia[] => {
    if (content.type !== 'image' && content.type !== 'video') return []
    const body = bodyOf(content, source)
    if ((body.kind !== 'image' && body.kind !== 'video') || body.state !== 'ready' || body.url === '') return []
    return [{ id: chatId, kind: body.kind, url: body.url, alt: texts.mediaOf(senderName, texts[body.kind]) }]
  })
}
