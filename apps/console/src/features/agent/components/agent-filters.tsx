import { AGENT_STATUS, type Role, type RoleId } from '@ruwu/contract'
import { AGENT_STATUS_LABELS } from '@ruwu/domain'
import { Button, Select } from 'antd'
import { useRoles } from '../../role/index.ts'
import type { AgentFilter } from '../agent.queries.ts'
import { texts } from '../texts.ts'
import styles from './agent-filters.module.css'
import { KeywordInput } from './keyword-input.tsx'

const ALL = 'all'

const statusOptions = [
  { value: String(AGENT_STATUS.online), label: AGENT_STATUS_LABELS.online },
  { value: String(AGENT_STATUS.invisible), label: AGENT_STATUS_LABELS.invisible },
]
const enabledOptions = [
  { value: 'true', label: texts.isEnabled },
  { value: 'false', label: texts.isDisabled },
]

type AgentFiltersProps = { filter: AgentFilter; onChange: (filter: AgentFilter) => void; onClear: () => void }

export function AgentFilters({ filter, onChange, onClear }: AgentFiltersProps) {
  const { data: roles, isError, refetch } = useRoles()
  const isSet = Object.keys(filter).length > 0
  return (
    <search className={styles.filters}>
      <KeywordInput value={filter.keyword ?? ''} onChange={(keyword) => onChange({ ...filter, keyword })} />
      <FilterSelect
        label={texts.status}
        value={filter.status}
        options={statusOptions}
        onChange={(value) => onChange({ ...filter, status: statusOf(value) })}
      />
      <FilterSelect
        label={texts.role}
        value={filter.roleId}
        options={roleOptions(roles, filter.roleId)}
        onChange={(value) => onChange({ ...filter, roleId: roles?.find((it) => it.id === value)?.id })}
        onOpen={() => isError && void refetch()}
      />
      <FilterSelect
        label={texts.enabled}
        value={filter.enabled}
        options={enabledOptions}
        onChange={(value) => onChange({ ...filter, enabled: value === undefined ? undefined : value === 'true' })}
      />
      {isSet && (
        <Button type="link" className={styles.clear} onClick={onClear}>
          {texts.clear}
        </Button>
      )}
    </search>
  )
}

/** The address may name a role that is not known yet or not any more; its id is no word for a person. */
function roleOptions(roles: Role[] | undefined, chosen: RoleId | undefined) {
  const options: { value: string; label: string }[] = (roles ?? []).map(({ id, name }) => ({ value: id, label: name }))
  if (chosen && !options.some((it) => it.value === chosen))
    options.push({ value: chosen, label: roles ? texts.unknownRole : texts.loading })
  return options
}

const statusOf = (value: string | undefined) => Object.values(AGENT_STATUS).find((status) => String(status) === value)

type FilterSelectProps = {
  label: string
  value: string | number | boolean | undefined
  options: { value: string; label: string }[]
  onChange: (value: string | undefined) => void
  onOpen?: () => void
}

/** Label and value in one control; set filters get an ink border. */
function FilterSelect({ label, value, options, onChange, onOpen }: FilterSelectProps) {
  return (
    <Select
      aria-label={label}
      className={value === undefined ? styles.select : `${styles.select} ${styles.set}`}
      prefix={label}
      value={value === undefined ? ALL : String(value)}
      options={[{ value: ALL, label: texts.all }, ...options]}
      popupMatchSelectWidth={false}
      onOpenChange={(isOpen) => isOpen && onOpen?.()}
      onChange={(next) => onChange(next === ALL ? undefined : next)}
    />
  )
}
