import { useRef } from 'react'
import { leaveForm } from './leave-form.ts'
import { useNavigationGuard } from './use-leave-guard.ts'

/**
 * Closing of a form in a sheet or dialog. Unsaved input is asked for, also when the browser goes back, which removes an
 * open sheet from the URL. Other changes of the query (a filter that is written late) leave it open.
 */
export function useLeaveForm(isDirty: boolean, onClose: () => void) {
  const isClosing = useRef(false)
  useNavigationGuard(
    isDirty,
    ({ currentLocation, nextLocation, historyAction }) =>
      !isClosing.current && (historyAction === 'POP' || currentLocation.pathname !== nextLocation.pathname),
  )
  /** Without a question: saved, or answered already. */
  const leave = () => {
    isClosing.current = true
    onClose()
    // The router has asked by now; a form that stays asks the next time.
    isClosing.current = false
  }
  return { leave, close: () => leaveForm(isDirty, leave) }
}
