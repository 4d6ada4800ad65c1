import { POINT_ITEMS, POINT_TYPES } from '@ruwu/contract'
import { DAILY_BILLS, POINT_ITEM_LABELS, POINT_TYPE_LABELS } from '@ruwu/domain'
import { Switch } from 'antd'
import { DateFilter } from '../../../list/date-filter.tsx'
import { FilterRow, FilterSelect } from '../../../list/filter-row.tsx'
import { useSimpleAccounts } from '../../channel/index.ts'
import { useTimeZone } from '../../enterprise/index.ts'
import type { BillFilter } from '../bill-filter.ts'
import { texts } from '../texts.ts'
import styles from './bill-filters.module.css'

const types = POINT_TYPES.map((value) => ({ value, label: POINT_TYPE_LABELS[value] }))
const items = POINT_ITEMS.map((value) => ({ value, label: POINT_ITEM_LABELS[value] }))

type BillFiltersProps = {
  filter: BillFilter
  onChange: (change: BillFilter) => void
  onClear: (() => void) | undefined
}

export function BillFilters({ filter, onChange, onClear }: BillFiltersProps) {
  const { data: accounts } = useSimpleAccounts()
  const options = (accounts ?? []).map(({ relationId, name }) => ({ value: relationId, label: name }))
  return (
    <FilterRow onClear={onClear}>
      <FilterSelect label={texts.type} value={filter.type} options={types} onChange={(type) => onChange({ type })} />
      <FilterSelect label={texts.item} value={filter.item} options={items} onChange={(item) => onChange({ item })} />
      <FilterSelect
        label={texts.account}
        value={filter.account}
        options={options}
        onChange={(account) => onChange({ account })}
      />
      <DateFilter canBeAll value={filter.dates} timeZone={useTimeZone()} onChange={(dates) => onChange({ dates })} />
      <label className={styles.daily}>
        <Switch size="small" checked={filter.daily ?? false} onChange={(daily) => onChange({ daily })} />
        {DAILY_BILLS}
      </label>
    </FilterRow>
  )
}
