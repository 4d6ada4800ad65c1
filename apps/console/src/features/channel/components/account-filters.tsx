import { AD_STATUSES, RECEPTION_MODES } from '@ruwu/contract'
import { FilterRow, FilterSelect, optionsOf } from '../../../list/filter-row.tsx'
import { KeywordInput } from '../../../list/keyword-input.tsx'
import { OPEN_STATUS_FILTERS } from '../account-filter.ts'
import type { AccountFilter } from '../channel.queries.ts'
import { texts } from '../texts.ts'

const openOptions = optionsOf(OPEN_STATUS_FILTERS, texts.openStatuses)
const adOptions = optionsOf(AD_STATUSES, texts.adStatuses)
const modeOptions = optionsOf(RECEPTION_MODES, texts.modes)

type AccountFiltersProps = {
  filter: AccountFilter
  onChange: (filter: AccountFilter) => void
  onClear: (() => void) | undefined
}

export function AccountFilters({ filter, onChange, onClear }: AccountFiltersProps) {
  return (
    <FilterRow onClear={onClear}>
      <KeywordInput
        value={filter.keyword ?? ''}
        placeholder={texts.keywordHint}
        onChange={(keyword) => onChange({ ...filter, keyword })}
      />
      <FilterSelect
        label={texts.openStatus}
        value={filter.openStatus}
        options={openOptions}
        onChange={(openStatus) => onChange({ ...filter, openStatus })}
      />
      <FilterSelect
        label={texts.adStatus}
        value={filter.adStatus}
        options={adOptions}
        onChange={(adStatus) => onChange({ ...filter, adStatus })}
      />
      <FilterSelect
        label={texts.receptionMode}
        value={filter.receptionMode}
        options={modeOptions}
        onChange={(receptionMode) => onChange({ ...filter, receptionMode })}
      />
    </FilterRow>
  )
}
