import { Crash } from '@ruwu/ui'
import type { ComponentType } from 'react'
import { report } from '../monitoring/monitoring.ts'

/**
 * The router draws nothing at all when a lazy component cannot be fetched, so the failure becomes the page. After a new
 * release, or with a broken network, only loading the console afresh helps.
 */
export async function pageOrCrash(load: () => Promise<ComponentType>): Promise<ComponentType> {
  try {
    return await load()
  } catch (error) {
    report(error)
    return function LoadFailed() {
      return <Crash error={error} onReload={() => window.location.reload()} />
    }
  }
}
