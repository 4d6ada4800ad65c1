import { useRef, type RefObject, type UIEvent } from 'react'
import type { VirtuosoHandle } from 'react-virtuoso'

/** Within this distance the list counts as at its end. */
export const NEAR_END_PX = 60

/** Loading images push the newest message down: a list at its end stays there until the agent scrolls up. */
export function useStayAtEnd(list: RefObject<VirtuosoHandle | null>, hasMoreAfter: boolean) {
  const isStaying = useRef(true)
  const lastTop = useRef(0)
  return {
    onScroll: ({ currentTarget: { scrollTop, scrollHeight, clientHeight } }: UIEvent<HTMLElement>) => {
      // Content growing below never moves the scroll position up; only the agent does.
      if (scrollTop < lastTop.current) isStaying.current = false
      if (scrollHeight - clientHeight - scrollTop <= NEAR_END_PX) isStaying.current = true
      lastTop.current = scrollTop
    },
    totalListHeightChanged: () => {
      if (isStaying.current && !hasMoreAfter) list.current?.scrollTo({ top: Number.MAX_SAFE_INTEGER })
    },
  }
}
