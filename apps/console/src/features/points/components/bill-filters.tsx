import { POINT_ITEMS, POINT_TYPES } from '@ruwu/contract'
import { POINT_ITEM_LABELS, POINT_TYPE_LABELS } from '@ruwu/domain'
import { DatePicker } from 'antd'
import dayjs from 'dayjs'
import { FilterRow, FilterSelect } from '../../../list/filter-row.tsx'
import { useSimpleAccounts } from '../../channel/index.ts'
import type { BillFilter } from '../bill-filter.ts'
import { texts } from '../texts.ts'
import styles from './bill-filters.module.css'

const DAY_FORMAT = 'YYYY-MM-DD'

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
      <DatePicker.RangePicker
        aria-label={texts.dates}
        className={styles.days}
        placeholder={[texts.from, texts.to]}
        allowEmpty={[true, true]}
        value={[filter.from ? dayjs(filter.from) : null, filter.to ? dayjs(filter.to) : null]}
        onChange={(days) => onChange({ from: days?.[0]?.format(DAY_FORMAT), to: days?.[1]?.format(DAY_FORMAT) })}
      />
    </FilterRow>
  )
}
