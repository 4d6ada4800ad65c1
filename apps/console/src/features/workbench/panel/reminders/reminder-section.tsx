import type { CustomerDetail } from '@ruwu/contract'
import { formatDateTime, formatNearTime } from '@ruwu/domain'
import { Button, cx, IconButton, TruncatedText } from '@ruwu/ui'
import { AlarmClock, Plus, X } from 'lucide-react'
import { useState } from 'react'
import { useMinute } from '../../../../browser/clock.ts'
import { onDemand } from '../../../../rendering/on-demand.tsx'
import { useTimeZone } from '../../../enterprise/index.ts'
import { Section, SectionButton, SectionEmpty } from '../panel-section.tsx'
import { useRemoveReminder } from '../panel.mutations.ts'
import { texts } from '../texts.ts'
import styles from './reminder-section.module.css'

const ReminderDialog = onDemand(
  async () => (await import('../../composer/reminder/reminder-dialog.tsx')).ReminderDialog,
)

/** The agent's own reminders for the customer. */
export function ReminderSection({ customer: { customerId, reminders } }: { customer: CustomerDetail }) {
  const [isAdding, setIsAdding] = useState(false)
  const remove = useRemoveReminder(customerId)
  const timeZone = useTimeZone()
  const now = new Date(useMinute())
  const isDue = (remindAt: string) => Date.parse(remindAt) <= now.getTime()
  return (
    <Section
      title={texts.reminders}
      action={
        <SectionButton onClick={() => setIsAdding(true)}>
          <Plus size={13} aria-hidden="true" />
          {texts.add}
        </SectionButton>
      }
    >
      {reminders.length === 0 && <SectionEmpty text={texts.noReminders} />}
      <ul className={styles.list}>
        {reminders.map(({ id, remindAt, note }) => (
          <li key={id} className={cx(isDue(remindAt) && styles.due)}>
            <AlarmClock size={16} strokeWidth={1.75} aria-hidden="true" />
            <TruncatedText text={note || texts.reminderDefault} />
            <time dateTime={remindAt} title={formatDateTime(remindAt, timeZone)}>
              {isDue(remindAt) ? texts.reminderDue : formatNearTime(remindAt, now, timeZone)}
            </time>
            {isDue(remindAt) ? (
              <Button size="sm" onClick={() => remove.mutate(id)}>
                {texts.reminderDone}
              </Button>
            ) : (
              <IconButton
                className={styles.remove}
                label={texts.removeReminder}
                title={texts.removeReminder}
                onClick={() => remove.mutate(id)}
              >
                <X size={14} aria-hidden="true" />
              </IconButton>
            )}
          </li>
        ))}
      </ul>
      {isAdding && <ReminderDialog customerId={customerId} onClose={() => setIsAdding(false)} />}
    </Section>
  )
}
