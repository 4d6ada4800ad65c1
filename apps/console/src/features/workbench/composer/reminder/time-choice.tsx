import { REMIND_CHOICES, type RemindChoice, remindTime, wallClockTime } from '@ruwu/domain'
import { DatePicker, Radio } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import { FieldGroup } from '../../../../form/field.tsx'
import { texts } from '../texts.ts'
import styles from './reminder-dialog.module.css'

export type ChosenTime = { choice: RemindChoice; custom: Dayjs | null }

/** Null: 自定义 without a time. */
export const chosenTime = ({ choice, custom }: ChosenTime, now: Date, timeZone: string): Date | null =>
  choice === 'custom' ? custom && pickedTime(custom, timeZone) : remindTime(choice, now, timeZone)

type TimeChoiceProps = {
  label: string
  hint?: string | undefined
  value: ChosenTime
  error: string
  onChange: (value: ChosenTime) => void
}

/** A time in the future: presets, or one of the calendar. */
export function TimeChoice({ label, hint, value, error, onChange }: TimeChoiceProps) {
  return (
    <FieldGroup label={label} required error={error} {...(hint === undefined ? {} : { hint })}>
      <Radio.Group
        className={styles.choices}
        value={value.choice}
        options={REMIND_CHOICES.map((choice) => ({ value: choice, label: texts.remindChoices[choice] }))}
        onChange={({ target }) => onChange({ ...value, choice: target.value as RemindChoice })}
      />
      {value.choice === 'custom' && (
        <DatePicker
          className={styles.time}
          aria-label={label}
          showTime={{ format: 'HH:mm', minuteStep: 5 }}
          format="YYYY-MM-DD HH:mm"
          minDate={dayjs()}
          value={value.custom}
          onChange={(custom) => onChange({ ...value, custom })}
        />
      )}
    </FieldGroup>
  )
}

/** The picker shows the enterprise's time zone, not the computer's. */
const pickedTime = (time: Dayjs, timeZone: string) =>
  wallClockTime(
    { year: time.year(), month: time.month() + 1, day: time.date() },
    { hour: time.hour(), minute: time.minute() },
    timeZone,
  )
