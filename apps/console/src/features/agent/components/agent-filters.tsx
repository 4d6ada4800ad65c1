import { AGENT_STATUS, type Role, type RoleId } from '@ruwu/contract'
import { AGENT_ENABLED_LABELS, AGENT_STATUS_LABELS } from '@ruwu/domain'
import { FilterRow, FilterSelect } from '../../../list/filter-row.tsx'
import { KeywordInput } from '../../../list/keyword-input.tsx'
import { useRoles } from '../../permission/index.ts'
import type { AgentFilter } from '../agent.queries.ts'
import { texts } from '../texts.ts'

const statusOptions = [
  { value: String(AGENT_STATUS.online), label: AGENT_STATUS_LABELS.online },
  { value: String(AGENT_STATUS.invisible), label: AGENT_STATUS_LABELS.invisible },
]
const enabledOptions = [
  { value: 'true', label: AGENT_ENABLED_LABELS.true },
  { value: 'false', label: AGENT_ENABLED_LABELS.false },
]

type AgentFiltersProps = {
  filter: AgentFilter
  onChange: (filter: AgentFilter) => void
  onClear: (() => void) | undefined
}

export function AgentFilters({ filter, onChange, onClear }: AgentFiltersProps) {
  const { data: roles, isError, refetch } = useRoles()
  return (
    <FilterRow onClear={onClear}>
      <KeywordInput
        value={filter.keyword ?? ''}
        placeholder={texts.keywordHint}
        onChange={(keyword) => onChange({ ...filter, keyword })}
      />
      <FilterSelect
        label={texts.status}
        value={textOf(filter.status)}
        options={statusOptions}
        onChange={(value) => onChange({ ...filter, status: statusOf(value) })}
      />
      <FilterSelect
        label={texts.role}
        value={filter.roleId}
        options={roleOptions(roles, filter.roleId)}
        onChange={(roleId) => onChange({ ...filter, roleId })}
        onOpen={() => isError && void refetch()}
      />
      <FilterSelect
        label={texts.enabled}
        value={textOf(filter.enabled)}
        options={enabledOptions}
        onChange={(value) => onChange({ ...filter, enabled: value === undefined ? undefined : value === 'true' })}
      />
    </FilterRow>
  )
}

/** The URL may name a role that is not loaded yet or was deleted; its raw id is not shown. */
function roleOptions(roles: Role[] | undefined, chosen: RoleId | undefined) {
  const options = (roles ?? []).map(({ id, name }) => ({ value: id, label: name }))
  if (chosen && !options.some((it) => it.value === chosen))
    options.push({ value: chosen, label: roles ? texts.unknownRole : texts.loading })
  return options
}

const textOf = (value: number | boolean | undefined) => (value === undefined ? undefined : String(value))

const statusOf = (value: string | undefined) => Object.values(AGENT_STATUS).find((status) => String(status) === value)
