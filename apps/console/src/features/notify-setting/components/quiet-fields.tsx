import type { NotifySetting } from '@ruwu/contract'
import { Switch, TimePicker } from 'antd'
import dayjs from 'dayjs'
import { texts } from '../texts.ts'
import styles from './setting-lines.module.css'

const CLOCK = 'HH:mm'

/** Only the time of day counts; the date is arbitrary. */
const timeOf = (clock: string) => dayjs(`2000-01-01 ${clock}`)

type QuietFieldsProps = { setting: NotifySetting; onChange: (part: Partial<NotifySetting>) => void }

/** Repetition and quiet hours. */
export function QuietFields({ setting: { repeat, onlyBackground, quiet }, onChange }: QuietFieldsProps) {
  const pickTime = (end: 'from' | 'to', label: string) => (
    <TimePicker
      aria-label={label}
      size="small"
      format={CLOCK}
      allowClear={false}
      needConfirm={false}
      disabled={!quiet.enabled}
      value={timeOf(quiet[end])}
      onChange={(time) => time && onChange({ quiet: { ...quiet, [end]: time.format(CLOCK) } })}
    />
  )
  return (
    <>
      <label className={styles.line}>
        <span>
          {texts.repeat}
          <small>{texts.repeatHint}</small>
        </span>
        <Switch checked={repeat} onChange={(next) => onChange({ repeat: next })} />
      </label>
      <label className={styles.line}>
        <span>{texts.onlyBackground}</span>
        <Switch checked={onlyBackground} onChange={(next) => onChange({ onlyBackground: next })} />
      </label>
      <div className={styles.line}>
        <span id="notify-quiet">{texts.quiet}</span>
        <span className={styles.controls}>
          {pickTime('from', texts.quietFrom)}
          {texts.quietJoin}
          {pickTime('to', texts.quietTo)}
          <Switch
            aria-labelledby="notify-quiet"
            checked={quiet.enabled}
            onChange={(enabled) => onChange({ quiet: { ...quiet, enabled } })}
          />
        </span>
      </div>
    </>
  )
}
