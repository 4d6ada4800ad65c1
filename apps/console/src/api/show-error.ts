import { ERRORS } from '@ruwu/contract'
import { toast } from '@ruwu/ui'
import { report } from '../monitoring/monitoring.ts'
import { ResultError, SessionEnded, messageOf } from './errors.ts'

const pointsListeners = new Set<() => void>()

/** Subscribes to refusals for insufficient points. */
export function onInsufficientPoints(listener: () => void) {
  pointsListeners.add(listener)
  return () => {
    pointsListeners.delete(listener)
  }
}

/** Default error handling of an action: logged, and shown once as a toast. */
export function showError(error: unknown) {
  if (error instanceof SessionEnded) return
  if (error instanceof ResultError && error.code === ERRORS.pointsShort.code && pointsListeners.size > 0) {
    for (const listener of pointsListeners) listener()
    return
  }
  // A refusal is an expected answer, so it is logged as a warning, not reported as a fault.
  if (error instanceof ResultError) console.warn(error.message)
  else report(error)
  toast.error(messageOf(error))
}
