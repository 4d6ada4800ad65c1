import { MESSAGE_TYPES } from '@ruwu/contract'
import { Select } from 'antd'
import { DateFilter } from '../../../list/date-filter.tsx'
import { SourceIcon } from '../../../rendering/source-icon.tsx'
import { useAgents } from '../../agent/index.ts'
import { useSimpleAccounts } from '../../channel/index.ts'
import { useTimeZone } from '../../enterprise/index.ts'
import { FILTERS_OF, type SearchFilter, type SearchTab } from '../search-query.ts'
import { texts } from '../texts.ts'
import styles from './search-filters.module.css'

const messageTypes = MESSAGE_TYPES.map((value) => ({ value, label: texts.messageTypes[value] }))

type SearchFiltersProps = { tab: SearchTab; filter: SearchFilter; onChange: (filter: SearchFilter) => void }

/** The filters applicable to the current tab. */
export function SearchFilters({ tab, filter, onChange }: SearchFiltersProps) {
  const { data: accounts } = useSimpleAccounts()
  const { data: agents } = useAgents()
  const timeZone = useTimeZone()
  const offered = FILTERS_OF[tab]
  if (offered.length === 0) return null
  return (
    <div className={styles.filters}>
      <Select
        aria-label={texts.account}
        placeholder={texts.account}
        size="small"
        allowClear
        showSearch={{ optionFilterProp: 'name' }}
        popupMatchSelectWidth={false}
        value={filter.subSourceId}
        options={accounts?.map(({ relationId, name, source }) => ({
          value: relationId,
          name,
          label: (
            <span className={styles.account}>
              <SourceIcon source={source} size={13} />
              {name}
            </span>
          ),
        }))}
        onChange={(subSourceId) => onChange({ ...filter, subSourceId })}
      />
      <Select
        aria-label={texts.agent}
        placeholder={texts.agent}
        size="small"
        allowClear
        showSearch={{ optionFilterProp: 'label' }}
        popupMatchSelectWidth={false}
        value={filter.agentId}
        options={agents?.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={(agentId) => onChange({ ...filter, agentId })}
      />
      {offered.includes('messageType') && (
        <Select
          aria-label={texts.messageType}
          placeholder={texts.messageType}
          size="small"
          allowClear
          popupMatchSelectWidth={false}
          value={filter.messageType}
          options={messageTypes}
          onChange={(messageType) => onChange({ ...filter, messageType })}
        />
      )}
      {offered.includes('dates') && (
        <DateFilter
          canBeAll
          size="small"
          value={filter.dates}
          timeZone={timeZone}
          onChange={(dates) => onChange({ ...filter, dates })}
        />
      )}
    </div>
  )
}
