import { topmostLayer } from '@ruwu/ui'
import { useEffect } from 'react'
import { flushSync } from 'react-dom'
import { isComposing } from '../browser/keyboard.ts'

/**
 * Ctrl/⌘+S presses the save button of the topmost layer: one that is disabled or busy takes no press. The browser's own
 * dialog, which would save the page as a file, never opens.
 */
export function SaveKeyHost() {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isSave = event.key.toLowerCase() === 's' && (event.ctrlKey || event.metaKey)
      if (!isSave || event.altKey || event.shiftKey) return
      event.preventDefault()
      if (isComposing(event) || event.repeat) return
      const buttons = (topmostLayer() ?? document).querySelectorAll<HTMLElement>('[data-save-button]')
      if (buttons.length === 0) return
      takeTyped()
      for (const button of buttons) button.click()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])
  return null
}

/** A field that takes over what was typed when it is left (a list of words) does so, as it does for a click. */
function takeTyped() {
  const focused = document.activeElement
  if (!(focused instanceof HTMLElement)) return
  flushSync(() => focused.blur())
  focused.focus({ preventScroll: true })
}
