import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { needsLanding } from '../features/channel-auth/index.ts'
import { useFirstBound } from '../features/enterprise/index.ts'
import { useCan } from '../features/role/index.ts'
import { readSession } from '../session/session.ts'
import { visitMemory } from '../storage.ts'

/** Without any channel account there is nothing to receive: once a visit, who can bind one is shown how. */
export function useBoundGate() {
  const { data: bound } = useFirstBound()
  const canBind = useCan('channelAccount:bindManage')
  const navigate = useNavigate()
  useEffect(() => {
    const agentId = readSession()?.agentId
    if (bound !== null || !canBind || !agentId || !needsLanding(visitMemory, agentId)) return
    void navigate('/channel-auth', { replace: true })
  }, [bound, canBind, navigate])
}
