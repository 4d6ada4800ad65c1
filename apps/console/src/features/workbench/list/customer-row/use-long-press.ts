import { useRef, type PointerEvent, type TouchEvent } from 'react'

const LONG_PRESS_MS = 500
/** More movement than this counts as scrolling. */
const STILL_PX = 10

/** Touch long press opens the menu and suppresses the following tap. */
export function useLongPress(onLongPress: (at: { x: number; y: number }) => void) {
  const press = useRef<{ timer: ReturnType<typeof setTimeout>; x: number; y: number }>(undefined)
  const isLong = useRef(false)
  const end = () => clearTimeout(press.current?.timer)
  return {
    onPointerDown: ({ pointerType, clientX: x, clientY: y }: PointerEvent) => {
      end()
      isLong.current = false
      if (pointerType !== 'touch') return
      const timer = setTimeout(() => {
        isLong.current = true
        onLongPress({ x, y })
      }, LONG_PRESS_MS)
      press.current = { timer, x, y }
    },
    onPointerMove: ({ clientX, clientY }: PointerEvent) => {
      const { x = clientX, y = clientY } = press.current ?? {}
      if (Math.hypot(clientX - x, clientY - y) > STILL_PX) end()
    },
    onPointerUp: end,
    onPointerCancel: end,
    // Otherwise the browser's click would open the row and close the menu.
    onTouchEnd: (event: TouchEvent) => {
      if (isLong.current) event.preventDefault()
    },
  }
}
