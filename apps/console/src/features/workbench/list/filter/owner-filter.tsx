import { AgentId, type Agent, type CustomerFilter } from '@ruwu/contract'
import { Select } from 'antd'
import { readSession } from '../../../../session/session.ts'
import { useAgents } from '../../../agent/index.ts'
import { nameless } from './filter-parts.ts'
import { texts } from '../../texts.ts'
import type { ChangeFilter } from '../../use-chat-url.ts'
import styles from './select-filter.module.css'

/** Owner among colleagues. Disabled agents may still own customers. */
export function OwnerFilter({ filter, onChange }: { filter: CustomerFilter; onChange: ChangeFilter }) {
  const { data: agents, isError, refetch } = useAgents()
  return (
    <Select
      aria-label={texts.agent}
      className={styles.select}
      allowClear
      showSearch={{ optionFilterProp: 'label' }}
      placeholder={texts.agentHint}
      value={agents && filter.agentId}
      options={agents && optionsOf(agents, filter.agentId)}
      onOpenChange={(isOpen) => isOpen && isError && void refetch()}
      onChange={(value: string | undefined) => onChange({ agentId: AgentId.safeParse(value).data })}
    />
  )
}

/** Without oneself; a selected one is always included so that it has a label. */
function optionsOf(agents: readonly Agent[], chosen: AgentId | undefined) {
  const me = readSession()?.agentId
  const unknown = nameless(chosen ? [chosen] : [], agents)
  return [
    ...unknown.map((id) => ({ value: id, label: texts.unknownAgent })),
    ...agents.filter(({ id }) => id !== me || id === chosen).map(({ id, name }) => ({ value: id, label: name })),
  ]
}
