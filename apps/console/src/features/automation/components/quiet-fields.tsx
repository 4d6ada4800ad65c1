import type { QuietHours } from '@ruwu/contract'
import { Switch, TimePicker } from 'antd'
import dayjs from 'dayjs'
import { FieldGroup } from '../../../form/field.tsx'
import { texts } from '../texts.ts'
import styles from './quiet-fields.module.css'

type QuietFieldsProps = {
  quiet: QuietHours
  hint: string
  error: string | undefined
  onChange: (quiet: QuietHours) => void
}

const CLOCK = 'HH:mm'

/** Only the time of day counts; the date is arbitrary. */
const timeOf = (clock: string) => dayjs(`2000-01-01 ${clock}`)

/** Quiet hours. */
export function QuietFields({ quiet, hint, error, onChange }: QuietFieldsProps) {
  const pickTime = (end: 'from' | 'to', label: string) => (
    <TimePicker
      aria-label={label}
      format={CLOCK}
      allowClear={false}
      needConfirm={false}
      disabled={!quiet.enabled}
      value={timeOf(quiet[end])}
      onChange={(time) => time && onChange({ ...quiet, [end]: time.format(CLOCK) })}
    />
  )
  return (
    <FieldGroup label={texts.quiet} error={error} hint={hint}>
      <div className={styles.line}>
        <Switch
          aria-label={texts.quiet}
          checked={quiet.enabled}
          onChange={(enabled) => onChange({ ...quiet, enabled })}
        />
        {pickTime('from', texts.quietFrom)}
        {texts.quietJoin}
        {pickTime('to', texts.quietTo)}
      </div>
    </FieldGroup>
  )
}
