import { KNOWLEDGE_STATUSES, KNOWLEDGE_TYPES } from '@ruwu/contract'
import { KNOWLEDGE_TYPE_LABELS } from '@ruwu/domain'
import { FilterRow, FilterSelect, optionsOf } from '../../../list/filter-row.tsx'
import { KeywordInput } from '../../../list/keyword-input.tsx'
import type { ReadFilter } from '../knowledge-url.ts'
import { texts } from '../texts.ts'

const typeOptions = optionsOf(KNOWLEDGE_TYPES, KNOWLEDGE_TYPE_LABELS)
const statusOptions = optionsOf(KNOWLEDGE_STATUSES, texts.statuses)

type KnowledgeFiltersProps = {
  filter: ReadFilter
  onChange: (filter: ReadFilter) => void
  onClear: (() => void) | undefined
}

export const KnowledgeFilters = ({ filter, onChange, onClear }: KnowledgeFiltersProps) => (
  <FilterRow onClear={onClear}>
    <KeywordInput
      value={filter.keyword ?? ''}
      placeholder={texts.keywordHint}
      onChange={(keyword) => onChange({ ...filter, keyword })}
    />
    <FilterSelect
      label={texts.type}
      value={filter.type}
      options={typeOptions}
      onChange={(type) => onChange({ ...filter, type })}
    />
    <FilterSelect
      label={texts.status}
      value={filter.status}
      options={statusOptions}
      onChange={(status) => onChange({ ...filter, status })}
    />
  </FilterRow>
)
