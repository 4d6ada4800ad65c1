import type { MessageId } from '@ruwu/contract'
import { originText } from '@ruwu/domain'
import { Popover } from 'antd'
import { useState, type ReactNode } from 'react'
import { messageOf } from '../../../../api/errors.ts'
import { useMessageOrigin } from '../../customer/flow.queries.ts'
import { texts } from '../texts.ts'

/** The mark 自动 as a button that tells what sent the message. The popover is made when it is first opened: threads hold many messages. */
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
  const mark = (
    <button type="button" className={className} aria-label={texts.origin} onClick={() => setOpen(!isOpen)}>
      {children}
    </button>
  )
  if (!isOpen || messageId === undefined) return mark
  return (
    <Popover open trigger="click" placement="topLeft" onOpenChange={setOpen} content={<Origin messageId={messageId} />}>
      {mark}
    </Popover>
  )
}

function Origin({ messageId }: { messageId: MessageId }) {
  const { data, error } = useMessageOrigin(messageId)
  if (error) return <span role="alert">{messageOf(error)}</span>
  if (data === undefined) return <span>{texts.loading}</span>
  return <span>{data ? originText(data) : texts.noOrigin}</span>
}
