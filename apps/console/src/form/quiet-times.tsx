import type { QuietHours } from '@ruwu/contract'
import type { TimePickerProps } from 'antd'
import { ClockPicker } from './clock-picker.tsx'
import { texts } from './texts.ts'

type QuietTimesProps = Pick<TimePickerProps, 'size'> & {
  quiet: QuietHours
  onChange: (quiet: QuietHours) => void
}

/** Begin and end of 免打扰, for a line that also holds its switch. */
export const QuietTimes = ({ quiet, onChange, size }: QuietTimesProps) => (
  <>
    <ClockPicker
      aria-label={texts.quietFrom}
      size={size}
      disabled={!quiet.enabled}
      value={quiet.from}
      onChange={(from) => onChange({ ...quiet, from })}
    />
    {texts.quietJoin}
    <ClockPicker
      aria-label={texts.quietTo}
      size={size}
      disabled={!quiet.enabled}
      value={quiet.to}
      onChange={(to) => onChange({ ...quiet, to })}
    />
  </>
)
