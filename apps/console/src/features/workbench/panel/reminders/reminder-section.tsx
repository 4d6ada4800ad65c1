import type { CustomerDetail } from '@ruwu/contract'
import { formatDateTime } from '@ruwu/domain'
import { CutText, IconButton } from '@ruwu/ui'
import { AlarmClock, Plus, X } from 'lucide-react'
import { useState } from 'react'
import { useMinute } from '../../../../browser/clock.ts'
import { useTimeZone } from '../../../enterprise/index.ts'
import { ReminderDialog } from '../../composer/reminder/reminder-dialog.tsx'
import { useRemoveReminder } from '../panel.mutations.ts'
import { reminderTimeText } from './reminder-time-text.ts'
import { texts } from '../texts.ts'
import styles from './reminder-section.module.css'
import { Section, SectionButton, SectionEmpty } from '../panel-section.tsx'

/** The agent's own reminders for the customer. */
export function ReminderSection({ customer: { customerId, reminders } }: { customer: CustomerDetail }) {
  const [isAdding, setIsAdding] = useState(false)
  const remove = useRemoveReminder(customerId)
  const timeZone = useTimeZone()
  const now = new Date(useMinute())
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
          <li key={id}>
            <AlarmClock size={16} strokeWidth={1.75} aria-hidden="true" />
            <CutText text={note || texts.reminderDefault} />
            <time dateTime={remindAt} title={formatDateTime(remindAt, timeZone)}>
              {reminderTimeText(remindAt, now, timeZone)}
            </time>
            <IconButton
              className={styles.remove}
              label={texts.removeReminder}
              title={texts.removeReminder}
              onClick={() => remove.mutate(id)}
            >
              <X size={14} aria-hidden="true" />
            </IconButton>
          </li>
        ))}
      </ul>
      {isAdding && <ReminderDialog customerId={customerId} onClose={() => setIsAdding(false)} />}
    </Section>
  )
}
