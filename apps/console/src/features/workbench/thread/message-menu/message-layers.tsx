import type { MessageId, CustomerMessage, Source } from '@ruwu/contract'
import { useEffect, useState } from 'react'
import { KeepAnswerDialog, RunDialog } from '../../../ai-run/index.ts'
import { bodyOf } from '../bubble/message-body.ts'
import { MediaViewer, type ViewedMedia } from '../media-viewer/media-viewer.tsx'
import { useLogContext } from '../message-log/log-context.ts'
import { texts } from '../texts.ts'
import { threadStore } from '../thread-store.ts'
import { KeepReplyDialog } from './keep-reply-dialog.tsx'
import { LeadDialog } from './lead-dialog.tsx'
import { MessageMenu, type MenuTarget } from './message-menu.tsx'

/** Overlays opened from a message. */
export type Layer =
  | { kind: 'media'; chatId: string }
  | ({ kind: 'menu' } & MenuTarget)
  | { kind: 'reply'; text: string }
  | ({ kind: 'lead' } & MenuTarget)
  | { kind: 'basis'; messageId: MessageId }
  | { kind: 'answer'; messageId: MessageId; text: string }

type MessageLayersProps = {
  layer: Layer
  onChange: (layer: Layer) => void
  onClose: (kind: Layer['kind']) => void
}

export function MessageLayers({ layer, onChange, onClose }: MessageLayersProps) {
  const { customer } = useLogContext()
  const { customerId } = customer
  const close = () => onClose(layer.kind)
  const [opener] = useState(() => document.activeElement)
  // Restores the focus on close.
  useEffect(
    () => () => {
      if (document.activeElement === document.body && opener instanceof HTMLElement)
        opener.focus({ preventScroll: true })
    },
    [opener],
  )
  switch (layer.kind) {
    case 'media': {
      const messages = threadStore.find(customerId)?.state.messages ?? []
      return <MediaViewer items={viewedMedia(messages, customer.source)} firstId={layer.chatId} onClose={close} />
    }
    case 'menu':
      return (
        <MessageMenu
          target={layer}
          onKeepReply={(text) => onChange({ kind: 'reply', text })}
          onLead={(target) => onChange({ ...target, kind: 'lead' })}
          onBasis={(messageId) => onChange({ kind: 'basis', messageId })}
          onKeepAnswer={(messageId, text) => onChange({ kind: 'answer', messageId, text })}
          onClose={close}
        />
      )
    case 'reply':
      return <KeepReplyDialog text={layer.text} onClose={close} />
    case 'lead':
      return (
        <LeadDialog
          customerId={customerId}
          messageId={layer.line.message?.id}
          selection={layer.selection}
          text={layer.body.kind === 'text' ? layer.body.text : ''}
          onClose={close}
        />
      )
    case 'basis':
      return <RunDialog customerId={customerId} messageId={layer.messageId} onClose={close} />
    case 'answer':
      return <KeepAnswerDialog customerId={customerId} messageId={layer.messageId} text={layer.text} onClose={close} />
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
