import { REMIND_CHOICES, type RemindChoice, remindTime, wallClockTime } from '@ruwu/domain'
import { Button, Dialog } from '@ruwu/ui'
import { DatePicker, Dropdown } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { FieldGroup } from '../../form/field.tsx'
import { useTimeZone } from '../enterprise/index.ts'
import { texts } from './texts.ts'
import styles from './notice-row.module.css'

type PostponeMenuProps = { isBusy: boolean; onPick: (remindAt: string) => void }

/** 稍后: 30 minutes at once, other times by the menu. */
export function PostponeMenu({ isBusy, onPick }: PostponeMenuProps) {
  const timeZone = useTimeZone()
  const [isCustom, setIsCustom] = useState(false)
  const pick = (choice: RemindChoice) => {
    if (choice === 'custom') setIsCustom(true)
    else onPick(remindTime(choice, new Date(), timeZone).toISOString())
  }
  const items = REMIND_CHOICES.map((key) => ({ key, label: texts.choices[key] }))
  return (
    <span className={styles.split}>
      <Button size="sm" busy={isBusy} title={texts.choices.halfHour} onClick={() => pick('halfHour')}>
        {texts.later}
      </Button>
      <Dropdown
        menu={{ items, onClick: ({ key }) => pick(key as RemindChoice) }}
        trigger={['click']}
        placement="bottomRight"
      >
        <Button size="sm" aria-label={texts.pickTime}>
          <ChevronDown size={14} aria-hidden="true" />
        </Button>
      </Dropdown>
      {isCustom && <CustomTime timeZone={timeZone} onPick={onPick} onClose={() => setIsCustom(false)} />}
    </span>
  )
}

type CustomTimeProps = { timeZone: string; onPick: (remindAt: string) => void; onClose: () => void }

function CustomTime({ timeZone, onPick, onClose }: CustomTimeProps) {
  const [time, setTime] = useState<Dayjs | null>(null)
  const [error, setError] = useState('')
  const submit = () => {
    if (!time) return setError(texts.remindMissing)
    // The picker shows the enterprise's time zone, not the computer's.
    const day = { year: time.year(), month: time.month() + 1, day: time.date() }
    const at = wallClockTime(day, { hour: time.hour(), minute: time.minute() }, timeZone)
    if (at <= new Date()) return setError(texts.remindPast)
    onPick(at.toISOString())
    return onClose()
  }
  return (
    <Dialog
      title={texts.postponeTitle}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button variant="primary" onClick={submit}>
            {texts.confirm}
          </Button>
        </>
      }
    >
      <FieldGroup label={texts.remindAt} required error={error}>
        <DatePicker
          aria-label={texts.remindAt}
          showTime={{ format: 'HH:mm', minuteStep: 5 }}
          format="YYYY-MM-DD HH:mm"
          minDate={dayjs()}
          value={time}
          onChange={(value) => {
            setTime(value)
            setError('')
          }}
        />
      </FieldGroup>
    </Dialog>
  )
}
