import type { AccountDetail, AiAgentDetail } from '@ruwu/contract'
import { Button } from '@ruwu/ui'
import { MessageSquareText } from 'lucide-react'
import { useLeaveGuard } from '../../../form/use-leave-guard.ts'
import { useIsWide } from '../../../browser/media-query.ts'
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

/** Configuration on the left, preview on the right; one at a time on narrow screens. */
export function AgentWorkspace({ account, agent }: { account: AccountDetail; agent: AiAgentDetail }) {
  const { tab, isPreview, isTests, openTab, showPreview, showTests } = useAgentUrl()
  const canEdit = useCan('channelAccount:settingsEdit')
  const isWide = useIsWide()
  const form = useAgentForm(agent, tab, openTab)
  const isStep = !isWide && isPreview
  useLeaveGuard(form.isDirty && canEdit)
  return (
    <>
      <HeadActions>
        <PublishActions agent={agent} form={form} canEdit={canEdit} />
        {!isWide && !isPreview && (
          <Button onClick={() => showPreview(true)}>
            <MessageSquareText size={15} aria-hidden="true" />
            {texts.preview}
          </Button>
        )}
      </HeadActions>
      <div className={styles.bench}>
        <div className={styles.step} hidden={isStep}>
          <ConfigPanel agent={agent} form={form} canEdit={canEdit} />
        </div>
        {/* Stays mounted while hidden, so switching back keeps the preview conversation. */}
        <div className={styles.step} hidden={!isWide && !isPreview} data-immersive={isStep ? '' : undefined}>
          <PreviewPane
            className={styles.pane}
            account={account}
            agent={agent}
            isDirty={form.isDirty}
            canEdit={canEdit}
            onBack={isWide ? undefined : () => showPreview(false)}
          />
        </div>
      </div>
      {isTests && <TestSheet relationId={agent.relationId} canEdit={canEdit} onClose={() => showTests(false)} />}
    </>
  )
}
