import { useRef, type PointerEvent, type TouchEvent } from 'react'

/** As long as a press has to be to mean more than a tap. */
const LONG_PRESS_MS = 500
/** A finger that moves further scrolls. */
const STILL_PX = 10

/** A finger that rests on something asks for its menu; its lifting is no tap any more. */
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
    // Otherwise a click would follow, open what is below and close the menu.
    onTouchEnd: (event: TouchEvent) => {
      if (isLong.current) event.preventDefault()
    },
  }
}
