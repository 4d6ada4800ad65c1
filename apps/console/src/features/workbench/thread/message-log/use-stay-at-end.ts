import { useRef, type RefObject, type UIEvent } from 'react'
import type { VirtuosoHandle } from 'react-virtuoso'

/** So near to the end counts as there. */
export const NEAR_END_PX = 60

/** Pictures that load push the newest message down: whoever was at the end stays there, until they scroll up themselves. */
export function useStayAtEnd(list: RefObject<VirtuosoHandle | null>, hasMoreAfter: boolean) {
  const isStaying = useRef(true)
  const lastTop = useRef(0)
  return {
    onScroll: ({ currentTarget: { scrollTop, scrollHeight, clientHeight } }: UIEvent<HTMLElement>) => {
      // What grows below moves nothing up: only people do.
      if (scrollTop < lastTop.current) isStaying.current = false
      if (scrollHeight - clientHeight - scrollTop <= NEAR_END_PX) isStaying.current = true
      lastTop.current = scrollTop
    },
    totalListHeightChanged: () => {
      if (isStaying.current && !hasMoreAfter) list.current?.scrollTo({ top: Number.MAX_SAFE_INTEGER })
    },
  }
}
