import type { QuietHours } from '@ruwu/contract'
import type { TimePickerProps } from 'antd'
import { ClockPicker } from './clock-picker.tsx'
import { texts } from './texts.ts'

type QuietTimesProps = Pick<TimePickerProps, 'size'> & {
  quiet: QuietHours
  onChange: (quiet: QuietHours) => void
}

/** Begin and end of 免打扰, for a line that also holds its switch. */
export function QuietTimes({ quiet, onChange, ...size }: QuietTimesProps) {
  // `false` would be drawn as enabled where the whole form is disabled.
  const look = { ...size, ...(quiet.enabled ? {} : { disabled: true }) }
  return (
    <>
      <ClockPicker
        aria-label={texts.quietFrom}
        {...look}
        value={quiet.from}
        onChange={(from) => onChange({ ...quiet, from })}
      />
      {texts.quietJoin}
      <ClockPicker
        aria-label={texts.quietTo}
        {...look}
        value={quiet.to}
        onChange={(to) => onChange({ ...quiet, to })}
      />
    </>
  )
}
