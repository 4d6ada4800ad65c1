import { ERROR_TEXTS } from '@ruwu/domain'
import { ErrorBlock, Crash } from '@ruwu/ui'
import { useState, type ComponentType, useEffect } from 'react'
import { useRouteError } from 'react-router'
import { reloadWhenAnswered } from '../browser/reload.ts'
import { report } from '../monitoring/monitoring.ts'

/**
 * The router renders nothing when a lazy component fails to load, so an error page takes its place and the shell stays.
 */
export async function pageOrError(load: () => Promise<ComponentType>): Promise<ComponentType> {
  try {
    return await load()
  } catch (error) {
    report(error)
    return function LoadFailed() {
      return <RetryPage load={load} />
    }
  }
}

/** Retries in place. */
function RetryPage({ load }: { load: () => Promise<ComponentType> }) {
  const [page, setPage] = useState<{ Page: ComponentType }>()
  const retry = async () => {
    try {
      setPage({ Page: await load() })
    } catch {
      await reloadWhenAnswered()
    }
  }
  if (page) return <page.Page />
  return <ErrorBlock message={ERROR_TEXTS.network} onRetry={retry} />
}

/** The shell itself failed to load or render: only a reload helps. */
export function RouteError() {
  const error = useRouteError()
  useEffect(() => report(error), [error])
  return <Crash error={error} onReload={() => window.location.reload()} />
}
