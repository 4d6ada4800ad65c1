import type { CustomerId } from '@ruwu/contract'
import { useCallback, useEffect, useRef, useState, type PointerEvent } from 'react'

/** A pointer that has not moved for this long is not aiming at a row. */
const REST_MS = 1500

/**
 * Holds the row order while the list is scrolled down, and while the pointer moves over it, so that rows do not move
 * under a click.
 */
export function useHeldOrder() {
  const [isAtTop, setIsAtTop] = useState(true)
  const [isAiming, setIsAiming] = useState(false)
  const visible = useRef<readonly CustomerId[]>([])
  const resting = useRef<ReturnType<typeof setTimeout>>(undefined)

  const endAiming = useCallback(() => {
    clearTimeout(resting.current)
    setIsAiming(false)
  }, [])
  useEffect(() => () => clearTimeout(resting.current), [])

  const onPointerMove = useCallback(
    ({ pointerType }: PointerEvent) => {
      if (pointerType !== 'mouse') return
      clearTimeout(resting.current)
      resting.current = setTimeout(endAiming, REST_MS)
      setIsAiming(true)
    },
    [endAiming],
  )

  return {
    isAtTop,
    isHeld: !isAtTop || isAiming,
    /** The rows in the viewport. */
    readVisible: useCallback(() => visible.current, []),
    onVisible: useCallback((ids: readonly CustomerId[]) => {
      visible.current = ids
    }, []),
    onTop: setIsAtTop,
    /** The agent asked for the new order. */
    release: endAiming,
    pointer: { onPointerMove, onPointerLeave: endAiming },
  }
}
