import type { ReactNode } from 'react'
import { PointsGate } from '../features/points/index.ts'
import { SearchDoor } from '../features/search/index.ts'
import { BottomBar } from './bottom-bar.tsx'
import { useBoundGate } from './bound-gate.ts'
import styles from './frame.module.css'
import { KeyList } from './shortcut-list.tsx'
import { useMonitoringIdentity } from './monitoring-identity.ts'
import { NetworkBanner } from './network-banner.tsx'
import { NotifyHost } from './notify-host.tsx'
import { Sidebar } from './sidebar.tsx'
import { texts } from './texts.ts'

/** Sidebar and content; on a phone content and bottom bar. */
export function Frame({ children }: { children: ReactNode }) {
  useMonitoringIdentity()
  useBoundGate()
  return (
    <div className={styles.frame}>
      <a className={styles.skip} href="#main">
        {texts.skipToContent}
      </a>
      <Sidebar />
      <div className={styles.column}>
        <NetworkBanner />
        <NotifyHost />
        <main id="main" className={styles.main} tabIndex={-1}>
          {children}
        </main>
        <BottomBar />
      </div>
      <KeyList />
      <SearchDoor />
      <PointsGate />
    </div>
  )
}
