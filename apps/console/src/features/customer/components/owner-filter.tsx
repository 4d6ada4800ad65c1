import { AgentId, type CustomerFilter } from '@ruwu/contract'
import { Select } from 'antd'
import { readSession } from '../../../session/session.ts'
import { useAgents } from '../../agent/index.ts'
import { texts } from '../texts.ts'
import type { ChangeFilter } from '../use-chat-place.ts'
import styles from './select-filter.module.css'

/** Whose customers, among colleagues. Who can no longer sign in may still have some. */
export function OwnerFilter({ filter, onChange }: { filter: CustomerFilter; onChange: ChangeFilter }) {
  const { data: agents, isError, refetch } = useAgents()
  const me = readSession()?.agentId
  return (
    <Select
      aria-label={texts.agent}
      className={styles.select}
      allowClear
      showSearch={{ optionFilterProp: 'label' }}
      placeholder={texts.agentHint}
      value={agents && filter.agentId}
      options={agents?.filter((it) => it.id !== me).map(({ id, name }) => ({ value: id, label: name }))}
      onOpenChange={(isOpen) => isOpen && isError && void refetch()}
      onChange={(value: string | undefined) => onChange({ agentId: AgentId.safeParse(value).data })}
    />
  )
}
