import { MESSAGE_TYPES } from '@ruwu/contract'
import { DatePicker, Select } from 'antd'
import dayjs from 'dayjs'
import { SourceIcon } from '../../../rendering/source-icon.tsx'
import { useAgents } from '../../agent/index.ts'
import { useSimpleAccounts } from '../../channel/index.ts'
import { FILTERS_OF, type SearchFilter, type SearchTab } from '../search-query.ts'
import { texts } from '../texts.ts'
import styles from './search-filters.module.css'

const DAY_FORMAT = 'YYYY-MM-DD'

const messageTypes = MESSAGE_TYPES.map((value) => ({ value, label: texts.messageTypes[value] }))

type SearchFiltersProps = { tab: SearchTab; filter: SearchFilter; onChange: (filter: SearchFilter) => void }

/** The filters applicable to the current tab. */
export function SearchFilters({ tab, filter, onChange }: SearchFiltersProps) {
  const { data: accounts } = useSimpleAccounts()
  const { data: agents } = useAgents()
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
      {offered.includes('from') && (
        <DatePicker.RangePicker
          aria-label={texts.days}
          className={styles.days}
          placeholder={[texts.from, texts.to]}
          size="small"
          suffixIcon={null}
          allowEmpty={[true, true]}
          value={[filter.from ? dayjs(filter.from) : null, filter.to ? dayjs(filter.to) : null]}
          onChange={(days) =>
            onChange({
              ...filter,
              from: days?.[0]?.format(DAY_FORMAT) ?? '',
              to: days?.[1]?.format(DAY_FORMAT) ?? '',
            })
          }
        />
      )}
    </div>
  )
}
