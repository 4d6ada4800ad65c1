import { AUDIT_ACTIONS } from '@ruwu/contract'
import { AUDIT_LABELS } from '@ruwu/domain'
import { DateFilter } from '../../list/date-filter.tsx'
import { FilterRow, FilterSelect, optionsOf } from '../../list/filter-row.tsx'
import { KeywordInput } from '../../list/keyword-input.tsx'
import { useAgents } from '../agent/index.ts'
import { useTimeZone } from '../enterprise/index.ts'
import type { AuditFilter } from './audit-filter.ts'
import { texts } from './texts.ts'

const actionOptions = optionsOf(AUDIT_ACTIONS, AUDIT_LABELS)

type AuditFiltersProps = {
  filter: AuditFilter
  onChange: (filter: AuditFilter) => void
  onClear: (() => void) | undefined
}

export function AuditFilters({ filter, onChange, onClear }: AuditFiltersProps) {
  const { data: agents, isError, refetch } = useAgents()
  return (
    <FilterRow onClear={onClear}>
      <KeywordInput
        value={filter.keyword ?? ''}
        placeholder={texts.keyword}
        onChange={(keyword) => onChange({ ...filter, keyword: keyword || undefined })}
      />
      <FilterSelect
        label={texts.agent}
        value={filter.agentId}
        options={(agents ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        onChange={(agentId) => onChange({ ...filter, agentId })}
        onOpen={() => isError && void refetch()}
      />
      <FilterSelect
        label={texts.action}
        value={filter.action}
        options={actionOptions}
        onChange={(action) => onChange({ ...filter, action })}
      />
      <DateFilter
        canBeAll
        value={filter.dates}
        timeZone={useTimeZone()}
        onChange={(dates) => onChange({ ...filter, dates })}
      />
    </FilterRow>
  )
}
