import { Crash } from '@ruwu/ui'
import { useEffect } from 'react'
import { useRouteError } from 'react-router'
import { report } from '../monitoring/monitoring.ts'

/** A route that could not even be loaded, for instance after a new release: only a fresh page helps. */
export function RouteError() {
  const error = useRouteError()
  useEffect(() => report(error), [error])
  return <Crash error={error} onReload={() => window.location.reload()} />
}
