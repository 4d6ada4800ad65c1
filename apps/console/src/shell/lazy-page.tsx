import { ERROR_TEXTS } from '@ruwu/domain'
import { ErrorBlock } from '@ruwu/ui'
import { useState, type ComponentType } from 'react'
import { report } from '../monitoring/monitoring.ts'

/**
 * The router draws nothing at all when a lazy component cannot be fetched, so the failure becomes the page and the shell
 * around it stays.
 */
export async function pageOrCrash(load: () => Promise<ComponentType>): Promise<ComponentType> {
  try {
    return await load()
  } catch (error) {
    report(error)
    return function LoadFailed() {
      return <LatePage load={load} />
    }
  }
}

/** Tries again in place; the page replaces it once its code has come. */
function LatePage({ load }: { load: () => Promise<ComponentType> }) {
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

/** A newer release has other files, which only a fresh page knows; without a server it would be the browser's error page. */
async function reloadWhenAnswered() {
  const answer = await fetch(window.location.href, { method: 'HEAD' }).catch(() => undefined)
  if (answer?.ok) window.location.reload()
}
