import type { MessageId } from '@ruwu/contract'
import { maskContacts } from '@ruwu/domain'
import { toast } from '@ruwu/ui'
import type { MenuProps } from 'antd'
import { useState } from 'react'
import { FloatingMenu } from '../../../../rendering/floating.tsx'
import type { Line } from '../bubble/message-line.ts'
import type { MessageBody } from '../bubble/message-body.ts'
import { dismiss } from '../../composer/sending/sending.ts'
import { quoteMessage } from '../../composer/draft/draft-store.ts'
import { useLogContext } from '../message-log/log-context.ts'
import { reportMessageCopied, useWithdraw, useWriteNote } from '../message.mutations.ts'
import { texts } from '../texts.ts'
import { copyTextOf, menuItemsOf, type MenuItem } from './menu-items.ts'
import styles from './message-menu.module.css'

/** Position and message of the menu. */
export type MenuTarget = { line: Line; body: MessageBody; x: number; y: number; selection: string }

type MessageMenuProps = {
  target: MenuTarget
  onKeepReply: (text: string) => void
  onLead: (target: MenuTarget) => void
  onBasis: (id: MessageId) => void
  onKeepAnswer: (id: MessageId, text: string) => void
  onClose: () => void
}

/** One menu instance for the whole thread, positioned where it was opened. */
export function MessageMenu({ target, onKeepReply, onLead, onBasis, onKeepAnswer, onClose }: MessageMenuProps) {
  const context = useLogContext()
  const { customer } = context
  const [now] = useState(() => new Date())
  const withdraw = useWithdraw(customer.customerId)
  const writeNote = useWriteNote(customer.customerId)
  const { line, body, x, y, selection } = target
  const text = selection || copyTextOf(body)

  const run: Record<MenuItem, () => unknown> = {
    copy: () => copy(text, line.message?.id),
    quote: () => line.message && quoteMessage(customer.customerId, line.message),
    recall: () => line.message && withdraw.mutate(line.message),
    basis: () => line.message && onBasis(line.message.id),
    keepAnswer: () => line.message && onKeepAnswer(line.message.id, copyTextOf(body)),
    keepReply: () => onKeepReply(text),
    asLead: () => onLead(target),
    asNote: () => writeNote.mutate(text),
    dismiss: () => dismiss(customer.customerId, line.chatId),
  }
  const offered = menuItemsOf(line, body, context, now)
  if (offered.length === 0) return null
  const menu: MenuProps = {
    items: offered.map((key) => ({ key, label: texts[key], danger: key === 'dismiss' })),
    onClick: ({ key, domEvent }) => {
      domEvent.stopPropagation()
      onClose()
      void run[key as MenuItem]()
    },
  }
  return (
    // An open menu has the focus.
    // oxlint-disable-next-line jsx-a11y/no-autofocus
    <FloatingMenu autoFocus menu={menu} onClose={onClose}>
      <span className={styles.point} style={{ left: x, top: y }} />
    </FloatingMenu>
  )
}

async function copy(text: string, id: MessageId | undefined) {
  try {
    await navigator.clipboard.writeText(text)
    toast.success(texts.copied)
    if (id && maskContacts(text) !== text) reportMessageCopied(id)
  } catch {
    toast.warning(texts.copyFailed)
  }
}
