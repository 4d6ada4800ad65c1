import type { ConnectionStatus } from '@ruwu/chat-client'
import { DISCONNECT_BANNER, DISCONNECT_BANNER_DELAY_MS, ROLE_PREVIEW } from '@ruwu/domain'
import { Banner, Button } from '@ruwu/ui'
import { type ReactNode, useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { browserStorage } from '../browser/storage.ts'
import { useMe } from '../features/agent/index.ts'
import { PausedBanner } from '../features/automation/index.ts'
import { needsLanding, rememberLanding } from '../features/channel-auth/index.ts'
import { ClosingBanner, useFirstBound } from '../features/enterprise/index.ts'
import { NoticeHost } from '../features/notice/index.ts'
import { LowPointsBanner, PointsGate } from '../features/points/index.ts'
import { useCan, useRolePreview } from '../features/permission/index.ts'
import { SearchShortcut } from '../features/search/index.ts'
import { setIdentity } from '../monitoring/monitoring.ts'
import { useRealtime } from '../realtime/realtime-context.ts'
import { readSession } from '../session/session.ts'
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
  useBindingRedirect()
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

/**
 * An enterprise without channel accounts: at the start of a sign-in session, agents who may bind one are redirected to
 * /channel-auth.
 */
function useBindingRedirect() {
  const [token] = useState(() => readSession()?.token)
  const [isStart] = useState(() => token !== undefined && needsLanding(browserStorage, token))
  const { data: bound } = useFirstBound()
  const canBind = useCan('channelAccount:bindManage')
  const navigate = useNavigate()
  useEffect(() => {
    if (token) rememberLanding(browserStorage, token)
  }, [token])
  useEffect(() => {
    if (isStart && bound === null && canBind) void navigate('/channel-auth', { replace: true })
  }, [isStart, bound, canBind, navigate])
}
