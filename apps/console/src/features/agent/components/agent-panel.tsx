import type { Agent } from '@ruwu/contract'
import { Button, Empty, ErrorBlock, Panel, SkeletonRows } from '@ruwu/ui'
import { SearchX, UsersRound } from 'lucide-react'
import { messageOf } from '../../../api/errors.ts'
import { useIsPhone } from '../../../media.ts'
import { useCan } from '../../role/index.ts'
import { useFilteredAgents, type AgentFilter } from '../agent.queries.ts'
import { texts } from '../texts.ts'
import { AgentCards } from './agent-cards.tsx'
import styles from './agent-panel.module.css'
import { AgentTable } from './agent-table.tsx'

type AgentPanelProps = { filter: AgentFilter; onClear: () => void }

export function AgentPanel({ filter, onClear }: AgentPanelProps) {
  const { data: agents, error, isFetching, refetch } = useFilteredAgents(filter)
  return (
    <Panel refreshing={isFetching && agents !== undefined}>
      {error && !agents ? (
        <ErrorBlock message={messageOf(error)} onRetry={refetch} />
      ) : !agents ? (
        <SkeletonRows rows={8} />
      ) : agents.length === 0 ? (
        <NoAgents hasFilter={Object.keys(filter).length > 0} onClear={onClear} />
      ) : (
        <AgentList agents={agents} />
      )}
    </Panel>
  )
}

function AgentList({ agents }: { agents: Agent[] }) {
  const List = useIsPhone() ? AgentCards : AgentTable
  return (
    <>
      <List agents={agents} canEdit={useCan('agentManagement:settingsEdit')} />
      <footer className={styles.foot}>{texts.total(agents.length)}</footer>
    </>
  )
}

function NoAgents({ hasFilter, onClear }: { hasFilter: boolean; onClear: () => void }) {
  if (!hasFilter) return <Empty icon={UsersRound} text={texts.none} />
  return <Empty icon={SearchX} text={texts.noMatch} action={<Button onClick={onClear}>{texts.clearFilters}</Button>} />
}
