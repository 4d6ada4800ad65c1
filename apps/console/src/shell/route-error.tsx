import { Crash } from '@ruwu/ui'
import { useEffect } from 'react'
import { useRouteError } from 'react-router'
import { report } from '../monitoring/monitoring.ts'

/** The shell itself failed to load or render: only a reload helps. */
export function RouteError() {
  const error = useRouteError()
  useEffect(() => report(error), [error])
  return <Crash error={error} onReload={() => window.location.reload()} />
}
