import { ERRORS } from '@ruwu/contract'
import { toast } from '@ruwu/ui'
import { report } from '../monitoring/monitoring.ts'
import { ResultError, SessionEnded, messageOf } from './errors.ts'

const shortListeners = new Set<() => void>()

/** Hears of every refusal for want of points. */
export function onPointsShort(listener: () => void) {
  shortListeners.add(listener)
  return () => {
    shortListeners.delete(listener)
  }
}

/** The common end of a failed action: logged, and said once as a toast. */
export function showError(error: unknown) {
  if (error instanceof SessionEnded) return
  if (error instanceof ResultError && error.code === ERRORS.pointsShort.code && shortListeners.size > 0) {
    for (const listener of shortListeners) listener()
    return
  }
  // A refusal is an answer, not a fault: worth a line, not an alarm.
  if (error instanceof ResultError) console.warn(error.message)
  else report(error)
  toast.error(messageOf(error))
}
