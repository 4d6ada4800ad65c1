import { agentFilterText } from '@ruwu/domain'
import { PageHead } from '@ruwu/ui'
import { Button } from 'antd'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { OnceShownDialog } from '../../form/once-shown-dialog.tsx'
import { keepSort } from '../../list/url-sort.ts'
import { BackLink } from '../../routing/back-link.tsx'
import { ExportButton } from '../export/index.ts'
import { useCan, useRoles } from '../permission/index.ts'
import { readFilter, writeFilter } from './agent-filter.ts'
import { NEW_AGENT, useAgentUrl } from './agent-url.ts'
import styles from './agent-page.module.css'
import type { AgentFilter } from './agent.queries.ts'
import { AgentFilters } from './components/agent-filters.tsx'
import { AgentPanel } from './components/agent-panel.tsx'
import { EditAgentSheet, NewAgentSheet } from './components/agent-sheet.tsx'
import { texts } from './texts.ts'

export function AgentPage() {
  const [search, setSearch] = useSearchParams()
  const filter = readFilter(search)
  const { openId, close } = useAgentUrl()
  const setFilter = (next: AgentFilter) => setSearch((old) => keepSort(old, writeFilter(next)))
  const role = useRoles().data?.find(({ id }) => id === filter.roleId)
  const canEdit = useCan('agentManagement:settingsEdit')
  const clear = Object.keys(filter).length > 0 ? () => setFilter({}) : undefined
  return (
    <>
      <PageHead
        title={texts.title}
        start={<BackLink to="/setting" label={texts.back} />}
        actions={
          <>
            <ExportButton
              target={{ type: 'agent', filters: filter }}
              filterText={agentFilterText(filter, role?.name)}
            />
            {canEdit && <CreateAgent />}
          </>
        }
      />
      <div className={styles.page}>
        <AgentFilters filter={filter} onChange={setFilter} onClear={clear} />
        <AgentPanel filter={filter} onClear={clear} />
      </div>
      {canEdit && openId && <EditAgentSheet key={openId} id={openId} onClose={close} />}
    </>
  )
}

/** 新建客服, then the initial password, shown once. */
function CreateAgent() {
  const { isNew, open, close } = useAgentUrl()
  const [created, setCreated] = useState<{ name: string; password: string }>()
  return (
    <>
      <Button type="primary" icon={<Plus size={16} />} onClick={() => open(NEW_AGENT)}>
        {texts.create}
      </Button>
      {isNew && <NewAgentSheet onClose={close} onCreated={(name, password) => setCreated({ name, password })} />}
      {created && (
        <OnceShownDialog
          title={texts.created}
          hint={texts.createdHint(created.name)}
          label={texts.firstPassword}
          value={created.password}
          onClose={() => setCreated(undefined)}
        />
      )}
    </>
  )
}
