import type { Connection, ConnectionStatus } from '@ruwu/chat-client'
import type { KickReason } from '@ruwu/contract'
import { KICK_DIALOG } from '@ruwu/domain'
import { confirm } from '@ruwu/ui'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { onForbidden } from '../api/call.ts'
import { permissionKey } from '../features/permission/index.ts'
import { RealtimeContext } from '../realtime/realtime-context.ts'
import { endSessionOf } from '../session/session-end.ts'
import { successorOf } from '../session/session.ts'
import { connect } from './connect.ts'

/** One connection per tab, for the lifetime of the shell. */
export function RealtimeProvider({ baseline, children }: { baseline: number | null; children: ReactNode }) {
  const cache = useQueryClient()
  const [status, setStatus] = useState<ConnectionStatus>('connecting')
  const [isKicked, setIsKicked] = useState(false)
  const connection = useRef<Connection>(undefined)

  useEffect(() => {
    const onKick = (reason: KickReason, token: string | undefined) => {
      setIsKicked(true)
      void leave(reason, token)
    }
    const onSessionEnd = (token: string | undefined) => endOrReload(token, 'expired')
    const started = connect(cache, { baseline, onStatus: setStatus, onKick, onSessionEnd })
    connection.current = started
    return () => started.stop()
  }, [cache, baseline])

  useEffect(() => onForbidden(() => void cache.invalidateQueries({ queryKey: permissionKey })), [cache])

  const realtime = useMemo(
    () => ({
      status,
      isKicked,
      reconnect: () => connection.current?.reconnect(),
      disconnect: () => connection.current?.stop(),
      send: (frame: object) => connection.current?.send(frame) ?? false,
    }),
    [status, isKicked],
  )
  return <RealtimeContext value={realtime}>{children}</RealtimeContext>
}

/** A sign-in elsewhere is explained before the redirect; a changed password is not. */
async function leave(reason: KickReason, token: string | undefined) {
  if (reason === 'kick_self') {
    const { title, text, confirm: confirmText } = KICK_DIALOG
    await confirm({ title, content: text, confirmText, acknowledge: true })
  }
  endOrReload(token, 'kicked')
}

/**
 * The session cookie may belong to a newer sign-in of another tab, possibly another agent's: then this tab is reloaded. A socket opened
 * before one's own password change has the old token, whose successor is the cookie's.
 */
function endOrReload(token: string | undefined, reason: 'expired' | 'kicked') {
  if (!endSessionOf(token && successorOf(token), reason)) window.location.assign('/')
}
