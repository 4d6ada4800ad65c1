import { toast } from '@ruwu/ui'
import { report } from '../monitoring/monitoring.ts'
import { SessionEnded, messageOf } from './errors.ts'

/** The common end of a failed action: logged, and said once as a toast. */
export function showError(error: unknown) {
  if (error instanceof SessionEnded) return
  report(error)
  toast.error(messageOf(error))
}
