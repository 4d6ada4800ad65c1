import { TimePicker, type TimePickerProps } from 'antd'
import dayjs from 'dayjs'

const CLOCK = 'HH:mm'

type ClockPickerProps = Omit<TimePickerProps, 'value' | 'onChange'> & {
  value: string
  onChange: (clock: string) => void
}

/** A time of day as text, `09:30`. */
export const ClockPicker = ({ value, onChange, ...rest }: ClockPickerProps) => (
  <TimePicker
    {...rest}
    format={CLOCK}
    allowClear={false}
    needConfirm={false}
    // Only the time counts; the date is arbitrary.
    value={dayjs(`2000-01-01T${value}`)}
    onChange={(time) => time && onChange(time.format(CLOCK))}
  />
)
