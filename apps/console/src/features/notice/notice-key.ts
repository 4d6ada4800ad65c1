import { useEffect } from 'react'
import { isComposing, isDialogOpen } from '../../browser/keyboard.ts'
import { toggleNoticePanel } from './notice-panel-state.ts'
import { texts } from './texts.ts'

/** Free of the Alt shortcuts of /chat, which go on while the panel is open. */
export const noticeShortcut = { keys: ['Alt', 'C'], action: texts.keyAction }

/** By physical key, as the shortcuts of /chat: with Alt held, macOS produces another character. */
const isNoticeKey = ({ code, altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent) =>
  code === 'KeyC' && altKey && !ctrlKey && !metaKey && !shiftKey

/** Alt+C opens and closes 通知中心 on every page. */
export function useNoticeKey() {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!isNoticeKey(event) || isComposing(event) || isDialogOpen()) return
      event.preventDefault()
      if (!event.repeat) toggleNoticePanel()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}
