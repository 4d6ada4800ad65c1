import { useEffect } from 'react'
import { useMe } from '../features/agent/index.ts'
import { setIdentity } from '../monitoring/monitoring.ts'

/** Monitoring learns who is working here; leaving makes it forget. */
export function useMonitoringIdentity() {
  const me = useMe()
  useEffect(() => {
    if (me) setIdentity(me.id, me.name)
  }, [me])
}
