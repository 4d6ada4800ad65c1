import { createStore, useStore } from '@ruwu/ui/store.ts'
import { useEffect, useState } from 'react'
import { texts } from './texts.ts'

const FLASH_MS = 1000

type Mark = { count: number; isFlashing: boolean }

const tabMark = createStore<Mark>({ count: 0, isFlashing: false })

/** The count and flashing state shown in title and icon of an unfocused tab. */
export function setTabMark(next: Mark) {
  const mark = tabMark.get()
  if (next.count !== mark.count || next.isFlashing !== mark.isFlashing) tabMark.set(next)
}

/** Title prefix: the number of unseen notices, alternating with a text while flashing. */
export function useTitleMark(): string {
  const { count, isFlashing } = useStore(tabMark)
  const [isLoud, setIsLoud] = useState(false)
  useEffect(() => {
    if (!isFlashing) return undefined
    const timer = setInterval(() => setIsLoud((old) => !old), FLASH_MS)
    return () => {
      clearInterval(timer)
      setIsLoud(false)
    }
  }, [isFlashing])
  if (count === 0) return ''
  return isFlashing && isLoud ? texts.flash(count) : `${texts.count(count)} `
}

/** Favicon with a dot while notices are unseen. */
export function useIconMark() {
  const isMarked = useStore(tabMark, ({ count }) => count > 0)
  useEffect(() => {
    const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
    if (icon) icon.href = isMarked ? '/favicon-dot.svg' : '/favicon.svg'
  }, [isMarked])
}
