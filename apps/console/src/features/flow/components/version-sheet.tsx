import type { FlowDetail, FlowVersion } from '@ruwu/contract'
import { formatDateTime } from '@ruwu/domain'
import { Button, Chip, Dialog, Empty, ErrorBlock, SideSheet, SkeletonRows, toast } from '@ruwu/ui'
import { History } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { messageOf } from '../../../api/errors.ts'
import { showError } from '../../../api/show-error.ts'
import { ListFoot } from '../../../list/list-foot.tsx'
import { DEFAULT_PAGING } from '../../../list/url-query.ts'
import { useTimeZone } from '../../enterprise/index.ts'
import { dialogTexts as texts } from '../dialog-texts.ts'
import { useRollbackFlow } from '../flow.mutations.ts'
import { useFlowVersions } from '../flow.queries.ts'
import { flowPath } from '../flow-url.ts'
import { RunningChoice } from './running-choice.tsx'
import styles from './flow-dialogs.module.css'

type VersionSheetProps = {
  flow: FlowDetail
  canEdit: boolean
  onRolledBack: (flow: FlowDetail) => void
  onClose: () => void
}

/** The published versions, newest first. */
export function VersionSheet({ flow, canEdit, onRolledBack, onClose }: VersionSheetProps) {
  const [paging, setPaging] = useState(DEFAULT_PAGING)
  const { data, error, refetch } = useFlowVersions(flow.id, paging)
  const [chosen, setChosen] = useState<FlowVersion>()
  return (
    <SideSheet title={texts.versions} onClose={onClose}>
      {error && !data ? (
        <ErrorBlock message={messageOf(error)} onRetry={refetch} />
      ) : !data ? (
        <SkeletonRows rows={4} height={64} disc={false} />
      ) : data.total === 0 ? (
        <Empty icon={History} text={texts.noVersions} />
      ) : (
        <>
          <ol className={styles.versions}>
            {data.items.map((version) => (
              <VersionItem
                key={version.version}
                flow={flow}
                version={version}
                onRollback={canEdit ? () => setChosen(version) : undefined}
              />
            ))}
          </ol>
          <ListFoot total={data.total} paging={{ ...paging, page: data.page }} onTurn={setPaging} />
        </>
      )}
      {chosen && (
        <RollbackDialog
          flow={flow}
          version={chosen.version}
          onDone={onRolledBack}
          onClose={() => setChosen(undefined)}
        />
      )}
    </SideSheet>
  )
}

type VersionItemProps = { flow: FlowDetail; version: FlowVersion; onRollback: (() => void) | undefined }

function VersionItem({ flow, version, onRollback }: VersionItemProps) {
  const timeZone = useTimeZone()
  const { note, agentName, publishedAt, running, isCurrent } = version
  return (
    <li>
      <div className={styles.line}>
        <b>{texts.version(version.version)}</b>
        {isCurrent && <Chip>{texts.current}</Chip>}
        {running > 0 && <Chip>{texts.inIt(running)}</Chip>}
        <small>
          {agentName} · <time dateTime={publishedAt}>{formatDateTime(publishedAt, timeZone)}</time>
        </small>
        <span className={styles.tools}>
          <Link to={flowPath(flow.id, version.version)} aria-label={texts.viewVersion(version.version)}>
            {texts.view}
          </Link>
          {onRollback && !isCurrent && (
            <Button variant="link" size="sm" aria-label={texts.rollbackTo(version.version)} onClick={onRollback}>
              {texts.rollback}
            </Button>
          )}
        </span>
      </div>
      <p className={styles.note}>{note || texts.noNote}</p>
    </li>
  )
}

type RollbackDialogProps = {
  flow: Pick<FlowDetail, 'id' | 'running' | 'version' | 'hasChanges' | 'updatedByName'>
  version: number
  onDone: (flow: FlowDetail) => void
  onClose: () => void
}

export function RollbackDialog({ flow, version, onDone, onClose }: RollbackDialogProps) {
  const [moveRunning, setMoveRunning] = useState(false)
  const rollback = useRollbackFlow()
  const submit = () =>
    rollback.mutate(
      { id: flow.id, version, draftVersion: flow.version, moveRunning },
      {
        onSuccess: (answer) => {
          toast.success(texts.rolledBack(version, answer.publishedVersion ?? version))
          onClose()
          onDone(answer)
        },
        onError: showError,
      },
    )
  return (
    <Dialog
      title={texts.rollbackTitle(version)}
      onCancel={onClose}
      footer={
        <>
          <Button data-autofocus onClick={onClose}>
            {texts.cancel}
          </Button>
          <Button variant="primary" busy={rollback.isPending} onClick={submit}>
            {texts.confirm}
          </Button>
        </>
      }
    >
      <div className={styles.body}>
        {texts.rollbackEffect(version)}
        {flow.hasChanges && <p>{texts.draftLost(flow.updatedByName)}</p>}
        <RunningChoice running={flow.running} value={moveRunning} onChange={setMoveRunning} />
      </div>
    </Dialog>
  )
}
