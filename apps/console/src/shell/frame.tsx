import type { ReactNode } from 'react'
import { BottomBar } from './bottom-bar.tsx'
import { useBoundGate } from './bound-gate.ts'
import styles from './frame.module.css'
import { useMonitoringIdentity } from './monitoring-identity.ts'
import { NetworkBanner } from './network-banner.tsx'
import { Sidebar } from './sidebar.tsx'
import { texts } from './texts.ts'

/** Sidebar and content; on a phone the content and a bar below it. */
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
        <main id="main" className={styles.main} tabIndex={-1}>
          {children}
        </main>
        <BottomBar />
      </div>
    </div>
  )
}
