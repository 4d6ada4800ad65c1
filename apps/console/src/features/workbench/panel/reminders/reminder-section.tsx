import type { CustomerDetail } from '@ruwu/contract'
import { formatDateTime, dayNumber, zonedTime } from '@ruwu/domain'
import { Button, cx, IconButton, TruncatedText } from '@ruwu/ui'
import { AlarmClock, Plus, X } from 'lucide-react'
import { useState } from 'react'
import { useMinute } from '../../../../browser/clock.ts'
import { useTimeZone } from '../../../enterprise/index.ts'
import { ReminderDialog } from '../../composer/reminder/reminder-dialog.tsx'
import { Section, SectionButton, SectionEmpty } from '../panel-section.tsx'
import { useRemoveReminder } from '../panel.mutations.ts'
import { texts } from '../texts.ts'
import styles from './reminder-section.module.css'

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
              {isDue(remindAt) ? texts.reminderDue : reminderTimeText(remindAt, now, timeZone)}
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

const DAY_WORDS: Record<number, string> = { [-1]: '昨天', 0: '今天', 1: '明天' }

/** A near time; the day as 今天, 明天 where possible. */
export function reminderTimeText(at: string, now: Date, timeZone: string): string {
  const days = dayNumber(zonedTime(new Date(at), timeZone)) - dayNumber(zonedTime(now, timeZone))
  const [day = '', clock = ''] = formatDateTime(at, timeZone).split(' ')
  const isThisYear = day.slice(0, 4) === formatDateTime(now, timeZone).slice(0, 4)
  return `${DAY_WORDS[days] ?? (isThisYear ? day.slice(5) : day)} ${clock}`
}
