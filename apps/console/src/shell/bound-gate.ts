import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { needsLanding, rememberLanding } from '../features/channel-auth/index.ts'
import { useFirstBound } from '../features/enterprise/index.ts'
import { useCan } from '../features/role/index.ts'
import { readSession } from '../session/session.ts'
import { browserMemory } from '../browser/storage.ts'

/**
 * An enterprise without channel accounts: at the start of a sign-in session, agents who may bind one are redirected to
 * /channel-auth.
 */
export function useBoundGate() {
  const [token] = useState(() => readSession()?.token)
  const [isStart] = useState(() => token !== undefined && needsLanding(browserMemory, token))
  const { data: bound } = useFirstBound()
  const canBind = useCan('channelAccount:bindManage')
  const navigate = useNavigate()
  useEffect(() => {
    if (token) rememberLanding(browserMemory, token)
  }, [token])
  useEffect(() => {
    if (isStart && bound === null && canBind) void navigate('/channel-auth', { replace: true })
  }, [isStart, bound, canBind, navigate])
}
