import { toast } from '@ruwu/ui'
import { report } from '../monitoring/monitoring.ts'
import { ResultError, SessionEnded, messageOf } from './errors.ts'

/** The common end of a failed action: logged, and said once as a toast. */
export function showError(error: unknown) {
  if (error instanceof SessionEnded) return
  // A refusal is an answer, not a fault: worth a line, not an alarm.
  if (error instanceof ResultError) console.warn(error.message)
  else report(error)
  toast.error(messageOf(error))
}
