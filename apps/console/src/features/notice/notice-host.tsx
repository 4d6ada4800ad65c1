import { onDemand } from '../../rendering/on-demand.tsx'
import { useNoticeKey } from './notice-key.ts'
import { closeNoticePanel, useIsNoticePanelOpen } from './notice-panel-state.ts'

const NoticePanel = onDemand(async () => (await import('./notice-panel.tsx')).NoticePanel)

/** Mounted once by the shell. */
export function NoticeHost() {
  useNoticeKey()
  return useIsNoticePanelOpen() && <NoticePanel onClose={closeNoticePanel} />
}
