import { lazy, Suspense } from 'react'
import { useIsNoticePanelOpen } from './notice-panel-state.ts'

const NoticePanel = lazy(async () => ({ default: (await import('./notice-panel.tsx')).NoticePanel }))

/** Mounted once by the shell. */
export function NoticeHost() {
  return (
    useIsNoticePanelOpen() && (
      <Suspense fallback={null}>
        <NoticePanel />
      </Suspense>
    )
  )
}
