import type { AgentId, CustomerDetail, ScheduledMessage } from '@ruwu/contract'
import { formatDateTime } from '@ruwu/domain'
import { Button, confirm, cx } from '@ruwu/ui'
import { CalendarClock, CircleAlert } from 'lucide-react'
import { useState } from 'react'
import { onDemand } from '../../../../rendering/on-demand.tsx'
import { useTimeZone } from '../../../enterprise/index.ts'
import { useRemoveScheduled, useSendScheduled } from '../../composer/schedule/schedule.mutations.ts'
import { texts } from '../texts.ts'
import styles from './scheduled-messages.module.css'

const ScheduleDialog = onDemand(
  async () => (await import('../../composer/schedule/schedule-dialog.tsx')).ScheduleDialog,
)

type ScheduledMessagesProps = {
  customer: Pick<CustomerDetail, 'customerId' | 'quota' | 'scheduled'>
  meId: AgentId | undefined
}

/** 稍后发送 at the end of the thread: what will be sent and when, and why something was not. Its writer changes it. */
export function ScheduledMessages({ customer, meId }: ScheduledMessagesProps) {
  const [edited, setEdited] = useState<ScheduledMessage>()
  const { customerId, scheduled } = customer
  if (scheduled.length === 0) return null
  return (
    <>
      <ul className={styles.list} aria-label={texts.scheduled}>
        {scheduled.map((message) => (
          <Scheduled
            key={message.id}
            message={message}
            isMine={message.agentId === meId}
            onEdit={() => setEdited(message)}
          />
        ))}
      </ul>
      {edited && (
        <ScheduleDialog
          customer={{ customerId, quota: customer.quota }}
          edited={edited}
          onClose={() => setEdited(undefined)}
        />
      )}
    </>
  )
}

type ScheduledProps = { message: ScheduledMessage; isMine: boolean; onEdit: () => void }

function Scheduled({ message, isMine, onEdit }: ScheduledProps) {
  const { id, customerId, agentName, text, sendAt, keepOnReply, state, reason } = message
  const timeZone = useTimeZone()
  const send = useSendScheduled(customerId)
  const remove = useRemoveScheduled(customerId)
  const isWaiting = state === 'waiting'
  const ask = async () => {
    if (await confirm({ title: texts.removeScheduledTitle, content: text })) remove.mutate(id)
  }
  return (
    <li className={cx(styles.message, !isWaiting && styles.stopped)}>
      <header>
        {isWaiting ? <CalendarClock size={13} aria-hidden="true" /> : <CircleAlert size={13} aria-hidden="true" />}
        <span>{isWaiting ? texts.sendsAt(formatDateTime(sendAt, timeZone)) : reason}</span>
        <small>
          {agentName}
          {isWaiting && keepOnReply && ` · ${texts.keepsOnReply}`}
        </small>
      </header>
      <p>{text}</p>
      {isMine && (
        <footer>
          <Button size="sm" variant="link" onClick={onEdit}>
            {texts.editScheduled}
          </Button>
          <Button size="sm" variant="link" busy={send.isPending} onClick={() => send.mutate(id)}>
            {texts.sendScheduled}
          </Button>
          <Button size="sm" variant="link" busy={remove.isPending} onClick={() => void ask()}>
            {texts.dismiss}
          </Button>
        </footer>
      )}
    </li>
  )
}
