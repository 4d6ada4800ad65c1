import { TimePicker } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import { texts } from './texts.ts'
import styles from './time-span.module.css'

const toTime = (minute: number) => dayjs().startOf('day').add(minute, 'minute')
const toMinute = (time: Dayjs) => time.hour() * 60 + time.minute()

/** Minutes since midnight. */
type Span = { from: number; to: number }

/** Two times of day; the end may lie on the next day. */
export function TimeSpan({ from, to, onChange }: Span & { onChange: (span: Span) => void }) {
  const picker = (label: string, minute: number, change: (minute: number) => Span) => (
    <TimePicker
      aria-label={label}
      className={styles.time}
      format="HH:mm"
      minuteStep={5}
      allowClear={false}
      needConfirm={false}
      value={toTime(minute)}
      onChange={(time) => time && onChange(change(toMinute(time)))}
    />
  )
  return (
    <div>
      <span className={styles.span}>
        {picker(texts.timeFrom, from, (from) => ({ from, to }))}–{picker(texts.timeTo, to, (to) => ({ from, to }))}
      </span>
      {to <= from && <p className={styles.note}>{texts.overnight}</p>}
    </div>
  )
}
