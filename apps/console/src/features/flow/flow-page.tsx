import type { FlowId } from '@ruwu/contract'
import { Empty, ErrorBlock, PageHead, PageLoading } from '@ruwu/ui'
import { Workflow } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router'
import { messageOf } from '../../api/errors.ts'
import { useIsPhone } from '../../browser/media-query.ts'
import { BackLink } from '../../routing/back-link.tsx'
import { useCan } from '../permission/index.ts'
import { FlowOutline } from './components/flow-outline.tsx'
import { FLOW_LIST_PATH, useFlowUrl } from './flow-url.ts'
import { useFlow } from './flow.queries.ts'
import { texts } from './texts.ts'

/** The canvas and its library are loaded on a computer only. */
const FlowWorkspace = lazy(async () => ({ default: (await import('./canvas/flow-workspace.tsx')).FlowWorkspace }))

export function FlowPage() {
  const place = useFlowUrl()
  if (!place)
    return <Empty icon={Workflow} text={texts.noFlow} action={<Link to={FLOW_LIST_PATH}>{texts.back}</Link>} />
  return <Flow key={`${place.id} ${place.version}`} {...place} />
}

function Flow({ id, version }: { id: FlowId; version: number | undefined }) {
  const { data: flow, error, refetch } = useFlow(id, version)
  const canEdit = useCan('automation:edit')
  const isPhone = useIsPhone()
  // In a window that becomes narrow the canvas stays: it holds what is not saved yet.
  const [hasCanvas, setHasCanvas] = useState(!isPhone)
  if (!isPhone && !hasCanvas) setHasCanvas(true)
  if (!flow && error) {
    return (
      <>
        <PageHead title={texts.listTitle} start={<BackLink to={FLOW_LIST_PATH} label={texts.back} />} />
        <ErrorBlock message={messageOf(error)} onRetry={refetch} />
      </>
    )
  }
  if (!flow) return <PageLoading />
  return (
    <>
      {isPhone && <FlowOutline flow={flow} />}
      {hasCanvas && (
        <div style={{ display: isPhone ? 'none' : 'contents' }}>
          <Suspense fallback={<PageLoading />}>
            <FlowWorkspace flow={flow} canEdit={canEdit} version={version} />
          </Suspense>
        </div>
      )}
    </>
  )
}
