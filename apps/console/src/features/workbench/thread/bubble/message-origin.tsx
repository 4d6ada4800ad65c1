import type { MessageId } from '@ruwu/contract'
import { originText } from '@ruwu/domain'
import { useRef, useState, type ReactNode } from 'react'
import { messageOf } from '../../../../api/errors.ts'
import { FloatingPopover } from '../../../../rendering/floating.tsx'
import { useMessageOrigin } from '../../customer/flow.queries.ts'
import { texts } from '../texts.ts'

/** The mark 自动 as a button that tells what sent the message. */
export function MessageOrigin({
  messageId,
  className,
  children,
}: {
  messageId: MessageId | undefined
  className: string
  children: ReactNode
}) {
  const [isOpen, setOpen] = useState(false)
  const mark = useRef<HTMLButtonElement>(null)
  return (
    <>
      <button ref={mark} type="button" className={className} aria-label={texts.origin} onClick={() => setOpen(!isOpen)}>
        {children}
      </button>
      {isOpen && messageId !== undefined && (
        <FloatingPopover
          anchor={mark}
          placement="topLeft"
          onClose={() => setOpen(false)}
          content={<Origin messageId={messageId} />}
        />
      )}
    </>
  )
}

function Origin({ messageId }: { messageId: MessageId }) {
  const { data, error } = useMessageOrigin(messageId)
  if (error) return <span role="alert">{messageOf(error)}</span>
  if (data === undefined) return <span>{texts.loading}</span>
  return <span>{data ? originText(data) : texts.noOrigin}</span>
}
