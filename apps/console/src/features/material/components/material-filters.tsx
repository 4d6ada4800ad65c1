import { AUDIT_STATUSES } from '@ruwu/contract'
import { FilterRow, FilterSelect, optionsOf } from '../../../list/filter-row.tsx'
import { KeywordInput } from '../../../list/keyword-input.tsx'
import type { ReadFilter } from '../material-filter.ts'
import { texts } from '../texts.ts'

const statusOptions = optionsOf(AUDIT_STATUSES, texts.statuses)

type MaterialFiltersProps = {
  filter: ReadFilter
  onChange: (filter: ReadFilter) => void
  onClear: (() => void) | undefined
}

export const MaterialFilters = ({ filter, onChange, onClear }: MaterialFiltersProps) => (
  <FilterRow onClear={onClear}>
    <KeywordInput
      value={filter.keyword ?? ''}
      placeholder={texts.keywordHint}
      onChange={(keyword) => onChange({ ...filter, keyword })}
    />
    <FilterSelect
      label={texts.status}
      value={filter.status}
      options={statusOptions}
      onChange={(status) => onChange({ ...filter, status })}
    />
  </FilterRow>
)
