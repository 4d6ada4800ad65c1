import type { ConnectionStatus } from '@ruwu/chat-client'
import { DISCONNECT_BANNER, DISCONNECT_BANNER_DELAY_MS } from '@ruwu/domain'
import { Banner, Button } from '@ruwu/ui'
import { useEffect, useState } from 'react'
import { useRealtime } from '../realtime/realtime-context.ts'

/** Shown after two seconds without a connection; hidden once missed events were applied. */
export function NetworkBanner() {
  const { status, reconnect } = useRealtime()
  return status === 'connected' ? null : <LateBanner status={status} onReconnect={reconnect} />
}

function LateBanner({ status, onReconnect }: { status: ConnectionStatus; onReconnect: () => void }) {
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
