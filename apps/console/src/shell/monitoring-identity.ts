import { useEffect } from 'react'
import { useMe } from '../features/agent/index.ts'
import { setIdentity } from '../monitoring/monitoring.ts'

/** Sets the monitoring identity; cleared on sign-out. */
export function useMonitoringIdentity() {
  const me = useMe()
  useEffect(() => {
    if (me) setIdentity(me.id, me.name)
  }, [me])
}
