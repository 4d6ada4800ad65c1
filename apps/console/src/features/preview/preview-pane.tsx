import { PREVIEW_ANSWERS_MAX, type AccountDetail, type AiAgentDetail } from '@ruwu/contract'
import { Chip, ErrorBlock, IconButton, Panel, ToolButton, cx } from '@ruwu/ui'
import { Segmented } from 'antd'
import { ChevronLeft, PanelRightClose, RotateCcw } from 'lucide-react'
import { AskBox, focusAskBox } from './components/ask-box.tsx'
import { TurnLog } from './components/turn-log.tsx'
import styles from './preview-pane.module.css'
import { texts } from './texts.ts'
import { usePreview } from './use-preview.ts'

type PreviewPaneProps = {
  account: AccountDetail
  agent: AiAgentDetail
  /** The form has unsaved changes, which the preview does not use. */
  isDirty: boolean
  canEdit: boolean
  /** Set on narrow screens, which show one pane at a time. */
  onBack?: (() => void) | undefined
  /** Set on wide screens. */
  onFold?: (() => void) | undefined
  className?: string | undefined
}

/** A test conversation with the AI, with the evidence of each answer. */
export function PreviewPane({ account, agent, isDirty, canEdit, onBack, onFold, className }: PreviewPaneProps) {
  const { relationId, source } = account
  const preview = usePreview({ relationId, source })
  const { session, useDraft } = preview
  const { published, publishedVersion } = agent
  const config = useDraft || !published ? agent.draft : published
  const restart = () => {
    void preview.restart()
    focusAskBox()
  }
  return (
    <Panel className={cx(styles.pane, className)} label={texts.title}>
      <header className={styles.head}>
        {onBack && (
          <IconButton label={texts.back} title={texts.back} onClick={onBack}>
            <ChevronLeft size={20} aria-hidden="true" />
          </IconButton>
        )}
        <h2>{texts.title}</h2>
        {publishedVersion === null ? (
          <Chip>{texts.draft}</Chip>
        ) : (
          <Segmented
            size="small"
            aria-label={texts.which}
            options={[
              { value: true, label: texts.draft },
              { value: false, label: texts.published(publishedVersion) },
            ]}
            value={useDraft}
            onChange={preview.setUseDraft}
          />
        )}
        {session.left !== undefined && <small>{texts.left(session.left, PREVIEW_ANSWERS_MAX)}</small>}
        {preview.turns.length > 0 && (
          <ToolButton className={styles.restart} icon={RotateCcw} label={texts.restart} onClick={restart} />
        )}
        {onFold && (
          <IconButton className={styles.fold} label={texts.fold} title={texts.fold} onClick={onFold}>
            <PanelRightClose size={18} strokeWidth={1.75} aria-hidden="true" />
          </IconButton>
        )}
      </header>
      {session.problem ? (
        <div className={styles.problem}>
          <ErrorBlock message={session.problem} onRetry={session.again} />
        </div>
      ) : (
        <TurnLog preview={preview} config={config} relationId={relationId} canEdit={canEdit} />
      )}
      {isDirty && useDraft && <p className={styles.unsaved}>{texts.unsaved}</p>}
      <AskBox preview={preview} relationId={relationId} />
    </Panel>
  )
}
