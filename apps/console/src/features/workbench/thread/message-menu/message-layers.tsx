import type { MessageId } from '@ruwu/contract'
import { useEffect, useState } from 'react'
import { onDemand } from '../../../../rendering/on-demand.tsx'
import { MessageMenu, type MenuTarget } from './message-menu.tsx'

const MessageDialogs = onDemand(async () => (await import('./message-dialogs.tsx')).MessageDialogs)

export type DialogLayer =
  | { kind: 'media'; chatId: string }
  | { kind: 'reply'; text: string }
  | ({ kind: 'lead' } & MenuTarget)
  | { kind: 'basis'; messageId: MessageId }
  | { kind: 'answer'; messageId: MessageId; text: string }

/** Overlays opened from a message. */
export type Layer = DialogLayer | ({ kind: 'menu' } & MenuTarget)

type MessageLayersProps = {
  layer: Layer
  onChange: (layer: Layer) => void
  onClose: (kind: Layer['kind']) => void
}

export function MessageLayers({ layer, onChange, onClose }: MessageLayersProps) {
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
  if (layer.kind !== 'menu') return <MessageDialogs layer={layer} onClose={close} />
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
}
