import { createStore, useStore } from '@ruwu/ui/store.ts'
import { useEffect, useState } from 'react'
import { texts } from './texts.ts'

const FLASH_MS = 1000

type Mark = { count: number; isFlashing: boolean }

const tabMark = createStore<Mark>({ count: 0, isFlashing: false })

const titleCount = createStore(0)

/** The number in the title is that of the menu: unread messages of the agent's own customers. */
export function useTitleCount(count: number) {
  useEffect(() => {
    titleCount.set(count)
    return () => titleCount.set(0)
  }, [count])
}

/** The unseen notices: the dot of the icon, and flashing in an unfocused tab. */
export function setTabMark(next: Mark) {
  const mark = tabMark.get()
  if (next.count !== mark.count || next.isFlashing !== mark.isFlashing) tabMark.set(next)
}

/** Title prefix: the number of unread messages, alternating with the unseen notices while flashing. */
export function useTitleMark(): string {
  const { count, isFlashing } = useStore(tabMark)
  const unread = useStore(titleCount)
  const [isLoud, setIsLoud] = useState(false)
  useEffect(() => {
    if (!isFlashing) return undefined
    const timer = setInterval(() => setIsLoud((old) => !old), FLASH_MS)
    return () => {
      clearInterval(timer)
      setIsLoud(false)
    }
  }, [isFlashing])
  if (count > 0 && isFlashing && isLoud) return texts.flash(count)
  return unread === 0 ? '' : `${texts.count(unread)} `
}

/** Favicon with a dot while notices are unseen. */
export function useIconMark() {
  const isMarked = useStore(tabMark, ({ count }) => count > 0)
  useEffect(() => {
    const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
    if (icon) icon.href = isMarked ? '/favicon-dot.svg' : '/favicon.svg'
  }, [isMarked])
}
