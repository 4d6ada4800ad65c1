import type { ConnectionStatus } from '@ruwu/chat-client'
import { DISCONNECT_BANNER, DISCONNECT_BANNER_DELAY_MS, ROLE_PREVIEW } from '@ruwu/domain'
import { Banner, Button } from '@ruwu/ui'
import { type ReactNode, useEffect, useState } from 'react'
import { useMe } from '../features/agent/index.ts'
import { PausedBanner } from '../features/automation/index.ts'
import { useLandingRedirect } from '../features/channel-auth/index.ts'
import { ClosingBanner } from '../features/enterprise/index.ts'
import { NoticeHost } from '../features/notice/index.ts'
import { LowPointsBanner, PointsGate } from '../features/points/index.ts'
import { useRolePreview } from '../features/permission/index.ts'
import { SearchShortcut } from '../features/search/index.ts'
import { setIdentity } from '../monitoring/monitoring.ts'
import { useRealtime } from '../realtime/realtime-context.ts'
import { BottomBar } from './bottom-bar.tsx'
import { NotifyHost } from './notify-host.tsx'
import { ShortcutList } from './shortcut-list.tsx'
import { Sidebar } from './sidebar.tsx'
import { Watermark } from './watermark.tsx'
import { texts } from './texts.ts'
import styles from './frame.module.css'

/** Sidebar and content; on a phone content and bottom bar. */
export function Frame({ children }: { children: ReactNode }) {
  useMonitoringIdentity()
  useLandingRedirect()
  return (
    <div className={styles.frame}>
      <a className={styles.skip} href="#main">
        {texts.skipToContent}
      </a>
      <Sidebar />
      <div className={styles.column}>
        <PreviewBanner />
        <ClosingBanner />
        <PausedBanner />
        <LowPointsBanner />
        <NetworkBanner />
        <NotifyHost />
        <main id="main" className={styles.main} tabIndex={-1}>
          {children}
        </main>
        <BottomBar />
      </div>
      <ShortcutList />
      <SearchShortcut />
      <PointsGate />
      <NoticeHost />
      <Watermark />
    </div>
  )
}

/** Sets the monitoring identity; cleared on sign-out. */
function useMonitoringIdentity() {
  const me = useMe()
  useEffect(() => {
    if (me) setIdentity(me.id, me.name)
  }, [me])
}

export function PreviewBanner() {
  const { preview, stop } = useRolePreview()
  if (!preview) return null
  return (
    <Banner
      title={ROLE_PREVIEW.title(preview.name)}
      text={ROLE_PREVIEW.text}
      action={
        <Button size="sm" onClick={stop}>
          {ROLE_PREVIEW.leave}
        </Button>
      }
    />
  )
}

/** Shown after two seconds without a connection; hidden once missed events were applied. */
export function NetworkBanner() {
  const { status, isKicked, reconnect } = useRealtime()
  return status === 'connected' || isKicked ? null : <DelayedBanner status={status} onReconnect={reconnect} />
}

function DelayedBanner({ status, onReconnect }: { status: ConnectionStatus; onReconnect: () => void }) {
  const [isLate, setIsLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsLate(true), DISCONNECT_BANNER_DELAY_MS)
    return () => clearTimeout(timer)
  }, [])
  if (!isLate) return null
  return (
    <Banner
      title={DISCONNECT_BANNER.title}
      text={DISCONNECT_BANNER.text}
      action={
        <Button size="sm" onClick={onReconnect} busy={status === 'connecting'}>
          {DISCONNECT_BANNER.reconnect}
        </Button>
      }
    />
  )
}
