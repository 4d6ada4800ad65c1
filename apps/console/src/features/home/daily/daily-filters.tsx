import { type AgentId, DAILY_COMPARES, type DailyFilter, type RelationId } from '@ruwu/contract'
import { COMPARE_LABELS } from '@ruwu/domain'
import { IconButton, Tooltip } from '@ruwu/ui'
import { DatePicker, Segmented } from 'antd'
import dayjs from 'dayjs'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { FilterRow, FilterSelect } from '../../../list/filter-row.tsx'
import { useAgents } from '../../agent/index.ts'
import { useSimpleAccounts } from '../../channel/index.ts'
import { dayAfter } from './daily-url.ts'
import { texts } from './texts.ts'
import styles from './daily-page.module.css'

type DailyFiltersProps = { filter: DailyFilter; last: string; onChange: (filter: DailyFilter) => void }

export function DailyFilters({ filter, last, onChange }: DailyFiltersProps) {
  const { data: accounts } = useSimpleAccounts()
  const { data: agents } = useAgents()
  const isLast = filter.date === last
  const go = (days: number) => onChange({ ...filter, date: dayAfter(filter.date, days) })
  const clear =
    filter.subSourceId || filter.agentId ? () => onChange({ date: filter.date, compare: filter.compare }) : undefined
  return (
    <FilterRow onClear={clear}>
      <span className={styles.day}>
        <IconButton label={texts.previousDay} onClick={() => go(-1)}>
          <ChevronLeft size={16} aria-hidden="true" />
        </IconButton>
        <DatePicker
          aria-label={texts.date}
          allowClear={false}
          value={dayjs(filter.date)}
          maxDate={dayjs(last)}
          onChange={(day) => day && onChange({ ...filter, date: day.format('YYYY-MM-DD') })}
        />
        <Tooltip text={isLast && texts.nextDayNote}>
          <IconButton label={texts.nextDay} aria-disabled={isLast || undefined} onClick={() => !isLast && go(1)}>
            <ChevronRight size={16} aria-hidden="true" />
          </IconButton>
        </Tooltip>
      </span>
      <FilterSelect<RelationId>
        label={texts.account}
        value={filter.subSourceId}
        options={(accounts ?? []).map(({ relationId, name }) => ({ value: relationId, label: name }))}
        onChange={(subSourceId) => onChange({ ...filter, subSourceId })}
      />
      <FilterSelect<AgentId>
        label={texts.agent}
        value={filter.agentId}
        options={(agents ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        onChange={(agentId) => onChange({ ...filter, agentId })}
      />
      <Segmented
        aria-label={texts.compare}
        value={filter.compare}
        options={DAILY_COMPARES.map((value) => ({ value, label: COMPARE_LABELS[value] }))}
        onChange={(compare) => onChange({ ...filter, compare })}
      />
    </FilterRow>
  )
}
