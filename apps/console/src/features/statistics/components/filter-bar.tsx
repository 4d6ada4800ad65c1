import { RECEPTION_TYPES, SOURCES, type StatisticsFilter, TRAFFICS } from '@ruwu/contract'
import { GRANULARITY_LABELS, RECEPTION_TYPE_LABELS, SOURCE_LABELS, TRAFFIC_LABELS } from '@ruwu/domain'
import { Button } from '@ruwu/ui'
import { Segmented, Switch } from 'antd'
import { useState } from 'react'
import { DateFilter } from '../../../list/date-filter.tsx'
import { FilterMultiSelect, FilterRow, FilterSelect, optionsOf } from '../../../list/filter-row.tsx'
import { useUrlQuery } from '../../../list/use-url-query.ts'
import { useAgents } from '../../agent/index.ts'
import { useSimpleAccounts } from '../../channel/index.ts'
import { useTimeZone } from '../../enterprise/index.ts'
import { useTags } from '../../tag/index.ts'
import {
  datesOf,
  granularitiesOf,
  isFiltered,
  readFilter,
  readTab,
  withFilter,
  withoutFilters,
} from '../statistics-url.ts'
import { texts } from '../texts.ts'
import styles from './filter-bar.module.css'

const sources = optionsOf(SOURCES, SOURCE_LABELS)
const receptions = optionsOf(RECEPTION_TYPES, RECEPTION_TYPE_LABELS)
const traffics = optionsOf(TRAFFICS, TRAFFIC_LABELS)

/** One filter for all tabs, in the address. */
export function FilterBar() {
  const [query, change] = useUrlQuery()
  const filter = readFilter(query)
  const dates = datesOf(filter)
  const set = (part: Partial<StatisticsFilter>) => change((old) => withFilter(old, part))
  const accounts = useSimpleAccounts()
  const agents = useAgents()
  const tags = useTags()
  const [isOpen, setIsOpen] = useState(false)
  const isMore = isOpen || filter.tagIds.length > 0 || filter.traffic !== undefined || filter.workingHoursOnly
  const tab = readTab(query)
  const hasTrend = tab === 'overview' || tab === 'reception' || tab === 'ai' || tab === 'agent'
  const hasComparison = hasTrend || tab === 'channel' || tab === 'tag'
  return (
    <div className={styles.bar}>
      <FilterRow onClear={isFiltered(query) ? () => change(withoutFilters) : undefined}>
        <DateFilter value={dates} timeZone={useTimeZone()} onChange={(choice) => set(choice ?? {})} />
        <FilterMultiSelect
          label={texts.sources}
          values={filter.sources}
          options={sources}
          onChange={(next) => set({ sources: next })}
        />
        <FilterMultiSelect
          label={texts.accounts}
          values={filter.subSourceIds}
          options={(accounts.data ?? []).map(({ relationId, name }) => ({ value: relationId, label: name }))}
          onChange={(subSourceIds) => set({ subSourceIds })}
          onOpen={() => accounts.isError && void accounts.refetch()}
        />
        <FilterMultiSelect
          label={texts.agents}
          values={filter.agentIds}
          options={(agents.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(agentIds) => set({ agentIds })}
          onOpen={() => agents.isError && void agents.refetch()}
        />
        <FilterMultiSelect
          label={texts.receptions}
          values={filter.receptionTypes}
          options={receptions}
          onChange={(receptionTypes) => set({ receptionTypes })}
        />
        {isMore ? (
          <>
            <FilterMultiSelect
              label={texts.tagFilter}
              values={filter.tagIds}
              options={(tags.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
              onChange={(tagIds) => set({ tagIds })}
              onOpen={() => tags.isError && void tags.refetch()}
            />
            <FilterSelect
              label={texts.traffic}
              value={filter.traffic}
              options={traffics}
              onChange={(traffic) => set({ traffic })}
            />
            <Toggle
              label={texts.workingHours}
              isOn={filter.workingHoursOnly}
              onChange={(workingHoursOnly) => set({ workingHoursOnly })}
            />
          </>
        ) : (
          <Button variant="ghost" onClick={() => setIsOpen(true)}>
            {texts.more}
          </Button>
        )}
      </FilterRow>
      <div className={styles.end}>
        {hasComparison && (
          <Toggle label={texts.compare} isOn={filter.compare} onChange={(compare) => set({ compare })} />
        )}
        {hasTrend && (
          <Segmented
            aria-label={texts.granularity}
            value={filter.granularity}
            options={optionsOf(granularitiesOf(dates), GRANULARITY_LABELS)}
            onChange={(granularity) => set({ granularity })}
          />
        )}
      </div>
    </div>
  )
}

type ToggleProps = { label: string; isOn: boolean; onChange: (isOn: boolean) => void }

const Toggle = ({ label, isOn, onChange }: ToggleProps) => (
  <label className={styles.toggle}>
    {label}
    <Switch size="small" aria-label={label} checked={isOn} onChange={onChange} />
  </label>
)
