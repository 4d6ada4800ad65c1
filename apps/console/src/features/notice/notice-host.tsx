import { onDemand } from '../../rendering/on-demand.tsx'
import { closeNoticePanel, useIsNoticePanelOpen } from './notice-panel-state.ts'

const NoticePanel = onDemand(async () => (await import('./notice-panel.tsx')).NoticePanel)

/** Mounted once by the shell. */
export const NoticeHost = () => useIsNoticePanelOpen() && <NoticePanel onClose={closeNoticePanel} />
