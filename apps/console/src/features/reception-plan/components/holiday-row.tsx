import { type Holiday, HOLIDAY_MODES, type HolidayMode, PLAN_LIMITS } from '@ruwu/contract'
import { HOLIDAY_LABELS } from '@ruwu/domain'
import { Button, IconButton } from '@ruwu/ui'
import { DatePicker, Input, Select } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import { texts } from '../texts.ts'
import styles from './holiday-row.module.css'

const MODE_OPTIONS = HOLIDAY_MODES.map((value) => ({ value, label: HOLIDAY_LABELS[value] }))

type HolidayRowProps = {
  holidays: Holiday[]
  error: string | undefined
  disabled: boolean
  onChange: (holidays: Holiday[]) => void
}

/** 节假日: days that do not follow the week. */
export function HolidayRow({ holidays, error, disabled, onChange }: HolidayRowProps) {
  const [day, setDay] = useState<Dayjs | null>(null)
  const [mode, setMode] = useState<HolidayMode>('sunday')
  const [name, setName] = useState('')
  const date = day?.format('YYYY-MM-DD')
  const isKnown = holidays.some((it) => it.date === date)
  const add = () => {
    if (!date || isKnown) return
    const named = name.trim() === '' ? {} : { name: name.trim() }
    onChange([...holidays, { date, mode, ...named }].toSorted((a, b) => (a.date < b.date ? -1 : 1)))
    setDay(null)
    setName('')
  }
  const problem = isKnown ? texts.sameDay : error
  return (
    <fieldset className={styles.row}>
      <legend>{texts.fields.holidays}</legend>
      <ul className={styles.days}>
        {holidays.map((it) => (
          <li key={it.date} className={styles.day}>
            <b>{it.date}</b>
            {it.name && <span className={styles.name}>{it.name}</span>}
            <span>{HOLIDAY_LABELS[it.mode]}</span>
            {!disabled && (
              <IconButton
                label={texts.removeHoliday(it.name ?? it.date)}
                className={styles.remove}
                onClick={() => onChange(holidays.filter(({ date: each }) => each !== it.date))}
              >
                <X size={13} aria-hidden="true" />
              </IconButton>
            )}
          </li>
        ))}
        {holidays.length === 0 && <li className={styles.none}>{texts.noHolidays}</li>}
      </ul>
      {!disabled && holidays.length < PLAN_LIMITS.holidays && (
        <div className={styles.add}>
          <DatePicker aria-label={texts.date} size="small" minDate={dayjs()} value={day} onChange={setDay} />
          <Input
            aria-label={texts.holidayName}
            className={styles.typed}
            size="small"
            placeholder={texts.holidayName}
            maxLength={PLAN_LIMITS.holidayName}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
          <Select aria-label={texts.holidayMode} size="small" options={MODE_OPTIONS} value={mode} onChange={setMode} />
          <Button size="sm" disabled={!date || isKnown} onClick={add}>
            <Plus size={14} aria-hidden="true" />
            {texts.addHoliday}
          </Button>
        </div>
      )}
      {problem && (
        <p className={styles.error} role="alert">
          {problem}
        </p>
      )}
    </fieldset>
  )
}
