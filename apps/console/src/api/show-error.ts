import { ERRORS } from '@ruwu/contract'
import { toast } from '@ruwu/ui'
import { createEvent } from '@ruwu/ui/store.ts'
import { report } from '../monitoring/monitoring.ts'
import { ResultError, SessionEnded, messageOf } from './errors.ts'

const insufficientPoints = createEvent()

/** Subscribes to refusals for insufficient points. */
export const onInsufficientPoints = insufficientPoints.on

/** Default error handling of an action: logged, and shown once as a toast. */
export function showError(error: unknown) {
  if (error instanceof SessionEnded) return
  if (error instanceof ResultError && error.code === ERRORS.pointsShort.code && insufficientPoints.emit()) return
  // A refusal is an expected answer, so it is logged as a warning, not reported as a fault.
  if (error instanceof ResultError) console.warn(error.message)
  else report(error)
  toast.error(messageOf(error))
}
