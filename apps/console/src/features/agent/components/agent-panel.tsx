import type { Agent } from '@ruwu/contract'
import { Button, Empty, ErrorBlock, Panel, SkeletonRows } from '@ruwu/ui'
import { Pagination } from 'antd'
import { SearchX, UsersRound } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { messageOf } from '../../../api/errors.ts'
import { useIsPhone } from '../../../media.ts'
import { useCan } from '../../role/index.ts'
import { useFilteredAgents, type AgentFilter } from '../agent.queries.ts'
import { PAGE_SIZES, pageOf, readPaging, withPaging, type Paging } from '../agent-paging.ts'
import { texts } from '../texts.ts'
import { AgentCards } from './agent-cards.tsx'
import styles from './agent-panel.module.css'
import { AgentTable } from './agent-table.tsx'

const CARD_HEIGHT = 129

type AgentPanelProps = { filter: AgentFilter; onClear: () => void }

export function AgentPanel({ filter, onClear }: AgentPanelProps) {
  const { data: agents, error, isFetching, refetch } = useFilteredAgents(filter)
  const isPhone = useIsPhone()
  return (
    <Panel refreshing={isFetching && agents !== undefined}>
      {error && !agents ? (
        <ErrorBlock message={messageOf(error)} onRetry={refetch} />
      ) : !agents ? (
        <SkeletonRows rows={8} height={isPhone ? CARD_HEIGHT : undefined} head={!isPhone} />
      ) : agents.length === 0 ? (
        <NoAgents hasFilter={Object.keys(filter).length > 0} onClear={onClear} />
      ) : (
        <AgentList agents={agents} />
      )}
    </Panel>
  )
}

function AgentList({ agents }: { agents: Agent[] }) {
  const [search, setSearch] = useSearchParams()
  const paging = readPaging(search)
  const { rows, page } = pageOf(agents, paging)
  const turnTo = (next: Paging) => {
    setSearch((old) => withPaging(old, next))
    document.getElementById('main')?.scrollTo({ top: 0 })
  }
  const isPhone = useIsPhone()
  const List = isPhone ? AgentCards : AgentTable
  return (
    <>
      <List agents={rows} canEdit={useCan('agentManagement:settingsEdit')} />
      <footer className={styles.foot}>
        {texts.total(agents.length)}
        {agents.length > PAGE_SIZES[0] && (
          <Pagination
            size="small"
            current={page}
            pageSize={paging.pageSize}
            total={agents.length}
            showSizeChanger
            showLessItems={isPhone}
            pageSizeOptions={[...PAGE_SIZES]}
            onChange={(page, pageSize) => turnTo({ page, pageSize })}
          />
        )}
      </footer>
    </>
  )
}

function NoAgents({ hasFilter, onClear }: { hasFilter: boolean; onClear: () => void }) {
  if (!hasFilter) return <Empty icon={UsersRound} text={texts.none} />
  return <Empty icon={SearchX} text={texts.noMatch} action={<Button onClick={onClear}>{texts.clearFilters}</Button>} />
}
