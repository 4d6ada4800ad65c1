import type { AgentId } from '@ruwu/contract'
import { Select } from 'antd'
import { useAgents } from '../agent.queries.ts'
import styles from './agent-select.module.css'

type AgentSelectProps = {
  id: string
  placeholder: string
  value: AgentId[]
  status?: 'error'
  'aria-invalid'?: boolean
  'aria-describedby'?: string
  onChange: (ids: AgentId[]) => void
}

/** Multi-select of agents. Disabled agents are listed only where already chosen. */
export function AgentSelect({ value, onChange, ...rest }: AgentSelectProps) {
  const { data: agents, isError, refetch } = useAgents()
  const options = (agents ?? [])
    .filter((it) => it.enabled || value.includes(it.id))
    .map(({ id, name }) => ({ value: id, label: name }))
  return (
    <Select
      {...rest}
      mode="multiple"
      className={styles.select}
      optionFilterProp="label"
      maxTagCount="responsive"
      value={agents ? value : []}
      options={options}
      onOpenChange={(isOpen) => isOpen && isError && void refetch()}
      onChange={onChange}
    />
  )
}
