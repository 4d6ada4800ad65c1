import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { needsLanding, rememberLanding } from '../features/channel-auth/index.ts'
import { useFirstBound } from '../features/enterprise/index.ts'
import { useCan } from '../features/role/index.ts'
import { readSession } from '../session/session.ts'
import { visitMemory } from '../storage.ts'

/** Without any channel account there is nothing to receive: at the start of a visit, who can bind one is shown how. */
export function useBoundGate() {
  const [agentId] = useState(() => readSession()?.agentId)
  const [isStart] = useState(() => agentId !== undefined && needsLanding(visitMemory, agentId))
  const { data: bound } = useFirstBound()
  const canBind = useCan('channelAccount:bindManage')
  const navigate = useNavigate()
  useEffect(() => {
    if (agentId) rememberLanding(visitMemory, agentId)
  }, [agentId])
  useEffect(() => {
    if (isStart && bound === null && canBind) void navigate('/channel-auth', { replace: true })
  }, [isStart, bound, canBind, navigate])
}
