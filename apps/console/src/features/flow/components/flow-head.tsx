import { FLOW_LIMITS, type FlowDetail, type FlowProblem } from '@ruwu/contract'
import { FLOW_STATUS_LABELS, formatListTime, formatNumber, formatPercent, hasErrors } from '@ruwu/domain'
import { Button, Chip, cx, IconButton } from '@ruwu/ui'
import { Input } from 'antd'
import { Check, CircleAlert, History, Pencil, Play, TriangleAlert } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useMinute } from '../../../browser/clock.ts'
import { BackLink } from '../../../routing/back-link.tsx'
import { useTimeZone } from '../../enterprise/index.ts'
import { FLOW_LIST_PATH } from '../flow-url.ts'
import { texts } from '../texts.ts'
import type { FlowEditor } from '../use-flow-draft.ts'
import styles from './flow-head.module.css'

type FlowHeadProps = { flow: FlowDetail; title: ReactNode; state: ReactNode; children: ReactNode }

/** Name, state and figures of a flow, and what can be done with it. */
export const FlowHead = ({ flow, title, state, children }: FlowHeadProps) => (
  <header className={styles.head}>
    <BackLink to={FLOW_LIST_PATH} label={texts.back} />
    <div className={styles.words}>
      <h1>
        {title}
        <Chip>{statusText(flow)}</Chip>
      </h1>
      <p>
        {state}
        <span>{texts.startedInWeek(formatNumber(flow.started))}</span>
        <span>{texts.finished(formatPercent(flow.finishRate))}</span>
      </p>
    </div>
    <div className={styles.actions}>{children}</div>
  </header>
)

function statusText({ status, publishedVersion }: FlowDetail): string {
  if (publishedVersion === null) return FLOW_STATUS_LABELS[status]
  return status === 'disabled' ? texts.disabledVersion(publishedVersion) : texts.publishedVersion(publishedVersion)
}

/** The name, changed in place. */
export function FlowName({ editor, canEdit }: { editor: FlowEditor; canEdit: boolean }) {
  const { name } = editor.draft
  const [typed, setTyped] = useState<string>()
  const keep = () => {
    const next = typed?.trim()
    if (next && next !== name) editor.change(() => ({ name: next }))
    setTyped(undefined)
  }
  if (typed !== undefined)
    return (
      <Input
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- takes the place of the button that was pressed
        autoFocus
        className={styles.name}
        aria-label={texts.name}
        maxLength={FLOW_LIMITS.name}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        onBlur={keep}
        onPressEnter={keep}
        onKeyDown={(event) => event.key === 'Escape' && setTyped(undefined)}
      />
    )
  return (
    <>
      <span className="cut">{name}</span>
      {canEdit && (
        <IconButton label={texts.rename} title={texts.rename} onClick={() => setTyped(name)}>
          <Pencil size={14} aria-hidden="true" />
        </IconButton>
      )}
    </>
  )
}

/** Whether the draft is saved; after a conflict, the way to the other draft. */
export function SaveStatus({ editor }: { editor: FlowEditor }) {
  const { state, savedAt, flow } = editor
  const timeZone = useTimeZone()
  const now = useMinute()
  const at = savedAt?.toISOString() ?? flow.updatedAt
  switch (state) {
    case 'saving':
      return <span>{texts.saving}</span>
    case 'saved':
      return <span>{texts.savedAt(formatListTime(at, new Date(now), timeZone))}</span>
    case 'dirty':
      return <span>{texts.unsaved}</span>
    case 'limit':
      return <span className={styles.trouble}>{texts.notSavable}</span>
    case 'failed':
      return (
        <span className={styles.trouble} role="alert">
          {texts.saveFailed}
        </span>
      )
    case 'conflict':
      return (
        <span className={styles.trouble} role="alert">
          {texts.conflicted}
          <Button variant="link" size="sm" onClick={() => void editor.loadLatest()}>
            {texts.seeLatest}
          </Button>
        </span>
      )
  }
}

type HeadActionsProps = {
  problems: readonly FlowProblem[]
  canEdit: boolean
  isTesting: boolean
  onVersions: () => void
  onProblems: () => void
  onTest: () => void
  onPublish: () => void
}

export function HeadActions({
  problems,
  canEdit,
  isTesting,
  onVersions,
  onProblems,
  onTest,
  onPublish,
}: HeadActionsProps) {
  const isBad = hasErrors(problems)
  const Icon = isBad ? CircleAlert : problems.length > 0 ? TriangleAlert : Check
  const errors = problems.filter(({ level }) => level === 'error').length
  return (
    <>
      <Button variant="ghost" onClick={onVersions}>
        <History size={16} aria-hidden="true" />
        {texts.versions}
      </Button>
      <i />
      <Button className={cx(isBad && styles.bad)} disabled={problems.length === 0} onClick={onProblems}>
        <Icon size={16} aria-hidden="true" />
        {isBad ? texts.problems(errors) : problems.length > 0 ? texts.warnings(problems.length) : texts.noProblems}
      </Button>
      {canEdit && (
        <>
          <Button aria-pressed={isTesting} onClick={onTest}>
            <Play size={15} aria-hidden="true" />
            {texts.test}
          </Button>
          <Button variant="primary" onClick={onPublish}>
            {texts.publish}
          </Button>
        </>
      )}
    </>
  )
}
