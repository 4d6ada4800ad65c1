import { AUDIT_ACTIONS } from '@ruwu/contract'
import { AUDIT_LABELS } from '@ruwu/domain'
import { DatePicker } from 'antd'
import dayjs from 'dayjs'
import { FilterRow, FilterSelect, optionsOf } from '../../list/filter-row.tsx'
import { KeywordInput } from '../../list/keyword-input.tsx'
import { useAgents } from '../agent/index.ts'
import type { AuditFilter } from './audit-filter.ts'
import { texts } from './texts.ts'
import styles from './audit-sheet.module.css'

const DAY_FORMAT = 'YYYY-MM-DD'
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
      <DatePicker.RangePicker
        aria-label={texts.days}
        className={styles.days}
        placeholder={[texts.from, texts.to]}
        suffixIcon={null}
        allowEmpty={[true, true]}
        value={[filter.from ? dayjs(filter.from) : null, filter.to ? dayjs(filter.to) : null]}
        onChange={(days) =>
          onChange({ ...filter, from: days?.[0]?.format(DAY_FORMAT), to: days?.[1]?.format(DAY_FORMAT) })
        }
      />
    </FilterRow>
  )
}
