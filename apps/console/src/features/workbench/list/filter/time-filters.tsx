import { WAITED_MINUTES, type CustomerFilter, type DatePreset, type DayRange } from '@ruwu/contract'
import { waitedText } from '@ruwu/domain'
import { Select } from 'antd'
import type { DateChoice } from '../../../../list/date-choice.ts'
import { DateFilter } from '../../../../list/date-filter.tsx'
import { useTimeZone } from '../../../enterprise/index.ts'
import { texts } from '../../texts.ts'
import type { ChangeFilter } from '../../use-chat-url.ts'
import { FilterLine } from './choice-chips.tsx'
import styles from './select-filters.module.css'

/** How long the customer waits, and the days of the newest message and of the first contact. */
export function TimeFilters({ filter, onChange }: { filter: CustomerFilter; onChange: ChangeFilter }) {
  const timeZone = useTimeZone()
  return (
    <>
      <FilterLine label={texts.waited}>
        <Select
          aria-label={texts.waited}
          className={styles.select}
          allowClear
          placeholder={texts.waitedHint}
          value={filter.waited}
          options={WAITED_MINUTES.map((value) => ({ value, label: waitedText(value) }))}
          onChange={(waited) => onChange({ waited })}
        />
      </FilterLine>
      {(['lastMessage', 'firstContact'] as const).map((key) => (
        <FilterLine key={key} label={texts[key]}>
          <DateFilter
            label={texts[key]}
            canBeAll
            value={choiceOf(filter[key])}
            timeZone={timeZone}
            onChange={(choice) => onChange({ [key]: choice && rangeOf(choice) })}
          />
        </FilterLine>
      ))}
    </>
  )
}

export function choiceOf(range: DayRange | undefined): DateChoice | undefined {
  if (range === undefined) return undefined
  const [from, to] = range.split('..')
  return from && to ? { range: 'custom', from, to } : { range: range as DatePreset }
}

export const rangeOf = ({ range, from, to }: DateChoice): DayRange => (range === 'custom' ? `${from}..${to}` : range)
