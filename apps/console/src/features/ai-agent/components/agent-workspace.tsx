import type { AccountDetail, AiAgentDetail } from '@ruwu/contract'
import { Button, cx } from '@ruwu/ui'
import { MessageSquareText } from 'lucide-react'
import { useState } from 'react'
import { useLeaveGuard } from '../../../form/use-leave-guard.ts'
import { useIsWide } from '../../../browser/media-query.ts'
import { browserStorage } from '../../../browser/storage.ts'
import { HeadActions } from '../../channel/index.ts'
import { PreviewPane } from '../../preview/index.ts'
import { useCan } from '../../permission/index.ts'
import { useAgentUrl } from '../agent-url.ts'
import { texts } from '../texts.ts'
import { useAgentForm } from '../use-agent-form.ts'
import styles from './agent-workspace.module.css'
import { ConfigPanel } from './config-panel.tsx'
import { PublishActions } from './publish-actions.tsx'
import { TestSheet } from './test-sheet.tsx'

const FOLD_KEY = 'ruwu.previewFolded'

/** Configuration on the left, preview on the right, which can be folded; one at a time on narrow screens. */
export function AgentWorkspace({ account, agent }: { account: AccountDetail; agent: AiAgentDetail }) {
  const { tab, isPreview, isTests, openTab, showPreview, showTests } = useAgentUrl()
  const canEdit = useCan('channelAccount:settingsEdit')
  const isWide = useIsWide()
  const form = useAgentForm(agent, tab, openTab)
  const [isFolded, setIsFolded] = useState(() => browserStorage.get(FOLD_KEY) === 'true')
  const isStep = !isWide && isPreview
  const isPreviewShown = isWide ? !isFolded : isPreview
  const fold = (next: boolean) => {
    setIsFolded(next)
    browserStorage.set(FOLD_KEY, String(next))
  }
  useLeaveGuard(form.isDirty && canEdit)
  return (
    <>
      <HeadActions>
        <PublishActions agent={agent} form={form} canEdit={canEdit} />
        {!isPreviewShown && (
          <Button onClick={() => (isWide ? fold(false) : showPreview(true))}>
            <MessageSquareText size={15} aria-hidden="true" />
            {texts.preview}
          </Button>
        )}
      </HeadActions>
      <div className={cx(styles.bench, isWide && isFolded && styles.whole)}>
        <div className={styles.step} hidden={isStep}>
          <ConfigPanel agent={agent} form={form} canEdit={canEdit} />
        </div>
        {/* Stays mounted while hidden, so switching back keeps the preview conversation. */}
        <div className={styles.step} hidden={!isPreviewShown} data-immersive={isStep ? '' : undefined}>
          <PreviewPane
            className={styles.pane}
            account={account}
            agent={agent}
            isDirty={form.isDirty}
            canEdit={canEdit}
            onBack={isWide ? undefined : () => showPreview(false)}
            onFold={isWide ? () => fold(true) : undefined}
          />
        </div>
      </div>
      {isTests && <TestSheet relationId={agent.relationId} canEdit={canEdit} onClose={() => showTests(false)} />}
    </>
  )
}
