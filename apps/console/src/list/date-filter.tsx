import { DATE_PRESETS, STATISTICS_DAYS_MAX } from '@ruwu/contract'
import { DATE_PRESET_LABELS } from '@ruwu/domain'
import { toast } from '@ruwu/ui'
import { DatePicker, Select } from 'antd'
import dayjs from 'dayjs'
import { CalendarDays } from 'lucide-react'
import { useMinute } from '../browser/clock.ts'
import { type DateChoice, choiceDays } from './date-choice.ts'
import styles from './date-filter.module.css'
import { optionsOf } from './filter-row.tsx'
import { texts } from './texts.ts'

const DAY_FORMAT = 'YYYY-MM-DD'
const ALL = 'all'
const presets = optionsOf(DATE_PRESETS, DATE_PRESET_LABELS)

type DateFilterProps = {
  /** Undefined: any time. */
  value: DateChoice | undefined
  timeZone: string
  onChange: (choice: DateChoice | undefined) => void
  /** A list of everything offers 全部. */
  canBeAll?: boolean
  size?: 'small'
  /** Where a form has several of them. */
  label?: string
}

/** Date presets by name; 自定义 begins with the days shown and opens two fields. */
export function DateFilter({
  value,
  timeZone,
  onChange,
  canBeAll = false,
  size,
  label = texts.dates,
}: DateFilterProps) {
  const now = new Date(useMinute())
  const days = value && choiceDays(value, now, timeZone)
  const choose = (name: string) => {
    const preset = presets.find((it) => it.value === name)?.value
    if (!preset) onChange(undefined)
    else if (preset !== 'custom') onChange({ range: preset })
    else onChange({ range: 'custom', ...choiceDays(value ?? { range: 'recent7Days' }, now, timeZone) })
  }
  const chooseDays = (from: string | undefined, to: string | undefined) => {
    if (!from || !to) return onChange(canBeAll ? undefined : { range: 'recent7Days' })
    if (dayjs(to).diff(from, 'day') >= STATISTICS_DAYS_MAX) return toast.error(texts.tooLong(STATISTICS_DAYS_MAX))
    return onChange({ range: 'custom', from, to })
  }
  const shown = (
    <>
      {value ? DATE_PRESET_LABELS[value.range] : texts.anyTime}
      {days && value.range !== 'custom' && <small className={styles.days}>{spanText(days)}</small>}
    </>
  )
  return (
    <span className={styles.dates}>
      <Select<string>
        aria-label={label}
        className={styles.preset}
        size={size}
        prefix={<CalendarDays size={15} strokeWidth={1.75} aria-hidden="true" />}
        value={value?.range ?? ALL}
        options={[...(canBeAll ? [{ value: ALL, label: texts.anyTime }] : []), ...presets]}
        popupMatchSelectWidth={false}
        labelRender={() => shown}
        onChange={choose}
      />
      {value?.range === 'custom' && days && (
        <DatePicker.RangePicker
          aria-label={texts.customDates}
          className={styles.custom}
          size={size}
          allowClear={canBeAll}
          value={[dayjs(days.from), dayjs(days.to)]}
          onChange={(picked) => chooseDays(picked?.[0]?.format(DAY_FORMAT), picked?.[1]?.format(DAY_FORMAT))}
        />
      )}
    </span>
  )
}

/** `03-09 – 03-15`; one day once. */
const spanText = ({ from, to }: { from: string; to: string }) =>
  from === to ? from.slice(5) : `${from.slice(5)} – ${to.slice(5)}`
