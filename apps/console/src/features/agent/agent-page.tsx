import { PageHead } from '@ruwu/ui'
import { useSearchParams } from 'react-router'
import { BackLink } from '../../routing/back-link.tsx'
import { readFilter, writeFilter } from './agent-filter.ts'
import styles from './agent-page.module.css'
import type { AgentFilter } from './agent.queries.ts'
import { AgentFilters } from './components/agent-filters.tsx'
import { AgentPanel } from './components/agent-panel.tsx'
import { texts } from './texts.ts'

export function AgentPage() {
  const [search, setSearch] = useSearchParams()
  const filter = readFilter(search)
  const setFilter = (next: AgentFilter) => setSearch(writeFilter(next))
  const clear = Object.keys(filter).length > 0 ? () => setFilter({}) : undefined
  return (
    <>
      <PageHead title={texts.title} start={<BackLink to="/setting" label={texts.back} />} />
      <div className={styles.page}>
        <AgentFilters filter={filter} onChange={setFilter} onClear={clear} />
        <AgentPanel filter={filter} onClear={clear} />
      </div>
    </>
  )
}
