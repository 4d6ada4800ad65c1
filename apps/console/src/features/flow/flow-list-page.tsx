import { FLOW_LIMITS } from '@ruwu/contract'
import { Button, Empty, ErrorBlock, Panel, SkeletonRows, Tooltip } from '@ruwu/ui'
import { Plus, Workflow } from 'lucide-react'
import { useNavigate } from 'react-router'
import { messageOf } from '../../api/errors.ts'
import { useIsPhone } from '../../browser/media-query.ts'
import { useUrlQuery } from '../../list/use-url-query.ts'
import { AutomationHead } from '../automation/index.ts'
import { useCan } from '../permission/index.ts'
import { CreateFlowDialog } from './components/create-flow-dialog.tsx'
import { FlowCards, FlowTable } from './components/flow-table.tsx'
import { flowPath } from './flow-url.ts'
import { useFlows } from './flow.queries.ts'
import { texts } from './texts.ts'
import styles from './flow-list-page.module.css'

/** 工作流: the list. The dialog to create one is kept in the URL. */
export function FlowListPage() {
  const { data: flows, error, isFetching, refetch } = useFlows()
  const canEdit = useCan('automation:edit')
  const isPhone = useIsPhone()
  const [query, changeQuery] = useUrlQuery()
  const navigate = useNavigate()
  const List = isPhone ? FlowCards : FlowTable
  const isFull = (flows?.length ?? 0) >= FLOW_LIMITS.flows
  const openCreate = () => changeQuery(() => new URLSearchParams({ create: '1' }))
  const create = canEdit && (
    <Tooltip text={isFull && texts.full}>
      <span>
        <Button variant="primary" disabled={isFull} onClick={openCreate}>
          <Plus size={16} aria-hidden="true" />
          {texts.create}
        </Button>
      </span>
    </Tooltip>
  )
  return (
    <>
      <AutomationHead tab="/automation/index" actions={create} />
      <div className={styles.page}>
        <p className={styles.intro}>
          {texts.intro}
          {flows && <span>{texts.count(flows.length)}</span>}
        </p>
        <Panel label={texts.listTitle} refreshing={isFetching && flows !== undefined}>
          {error && !flows ? (
            <ErrorBlock message={messageOf(error)} onRetry={refetch} />
          ) : !flows ? (
            <SkeletonRows rows={6} height={isPhone ? 120 : undefined} head={!isPhone} disc={false} />
          ) : flows.length === 0 ? (
            <Empty
              icon={Workflow}
              text={texts.none}
              action={canEdit && <Button onClick={openCreate}>{texts.create}</Button>}
            />
          ) : (
            <List flows={flows} canEdit={canEdit} />
          )}
        </Panel>
      </div>
      {canEdit && query.get('create') === '1' && (
        <CreateFlowDialog
          template={query.get('template')}
          onCreated={({ id }) => void navigate(flowPath(id), { replace: true })}
          onClose={() => changeQuery(() => new URLSearchParams(), { replace: true })}
        />
      )}
    </>
  )
}
