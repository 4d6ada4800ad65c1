import { useRef, type KeyboardEvent, type MouseEvent, type PointerEvent, type TouchEvent } from 'react'

const LONG_PRESS_MS = 500
/** More movement than this counts as scrolling. */
const STILL_PX = 10

/** Opens a message's menu by menu key, Shift+F10 or long press. */
export function useMenuKeys(open: (x: number, y: number) => void) {
  const press = useRef<{ timer: ReturnType<typeof setTimeout>; x: number; y: number }>(undefined)
  const hasOpened = useRef(false)
  const end = () => clearTimeout(press.current?.timer)
  const begin = (x: number, y: number) => {
    hasOpened.current = false
    const timer = setTimeout(() => {
      hasOpened.current = true
      open(x, y)
    }, LONG_PRESS_MS)
    press.current = { timer, x, y }
  }
  return {
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      if (event.target !== event.currentTarget || event.nativeEvent.isComposing) return
      const isMenuKey = event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey) || event.key === 'Enter'
      if (!isMenuKey) return
      event.preventDefault()
      const { left, top, height } = event.currentTarget.getBoundingClientRect()
      open(left + 48, top + Math.min(height, 40))
    },
    onPointerDown: ({ pointerType, clientX: x, clientY: y }: PointerEvent) => {
      end()
      if (pointerType === 'touch') begin(x, y)
    },
    onPointerMove: ({ clientX, clientY }: PointerEvent) => {
      const { x = clientX, y = clientY } = press.current ?? {}
      if (Math.hypot(clientX - x, clientY - y) > STILL_PX) end()
    },
    onPointerUp: end,
    // Otherwise the click after the touch would land outside the menu and close it.
    onTouchEnd: (event: TouchEvent) => {
      if (hasOpened.current) event.preventDefault()
      hasOpened.current = false
    },
    onPointerCancel: end,
    // Suppresses the browser's own long-press menu.
    onContextMenu: (event: MouseEvent) => {
      if ((event.nativeEvent as unknown as { pointerType?: string }).pointerType === 'touch') event.preventDefault()
    },
  }
}
