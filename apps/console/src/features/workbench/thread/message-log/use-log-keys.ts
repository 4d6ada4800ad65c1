import { useEffect, useRef, useState, type FocusEvent, type KeyboardEvent, type RefObject } from 'react'
import type { ListItem, VirtuosoHandle } from 'react-virtuoso'
import type { LogItem } from './log-items.ts'

const steps: Record<string, (at: number, last: number) => number> = {
  ArrowUp: (at) => at - 1,
  ArrowDown: (at) => at + 1,
  Home: () => 0,
  End: (_, last) => last,
}

/** Roving tabindex: one tab stop for the thread, arrow keys move between messages. While that message is not rendered, the scroller is the tab stop. */
export function useLogKeys(items: readonly LogItem[], list: RefObject<VirtuosoHandle | null>) {
  const box = useRef<HTMLDivElement>(null)
  const [chosen, setChosen] = useState('')
  const rendered = useRef<ReadonlySet<string>>(new Set())
  const [isActiveRendered, setIsActiveRendered] = useState(false)
  const isHere = items.some(({ key }) => key === chosen)
  const activeKey = isHere ? chosen : (items.at(-1)?.key ?? '')

  const articleOf = (key: string) => box.current?.querySelector<HTMLElement>(`article[data-chat="${CSS.escape(key)}"]`)
  const onKeyDown = (event: KeyboardEvent) => {
    const step = steps[event.key]
    const isOnMessage = event.target instanceof HTMLElement && event.target.dataset.chat !== undefined
    if (!step || !isOnMessage || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    const at = items.findIndex(({ key }) => key === activeKey)
    const index = Math.min(items.length - 1, Math.max(0, step(at, items.length - 1)))
    const key = items[index]?.key ?? ''
    setChosen(key)
    // A message outside the viewport must be rendered before it can be focused.
    list.current?.scrollIntoView({ index, done: () => articleOf(key)?.focus({ preventScroll: true }) })
  }
  const onFocus = ({ target }: FocusEvent) => {
    const key = target.closest<HTMLElement>('article[data-chat]')?.dataset.chat
    if (key !== undefined) setChosen(key)
  }
  useEffect(() => setIsActiveRendered(rendered.current.has(activeKey)), [activeKey])
  const itemsRendered = (shown: ListItem<LogItem>[]) => {
    rendered.current = new Set(shown.flatMap(({ data }) => data?.key ?? []))
    setIsActiveRendered(rendered.current.has(activeKey))
  }
  const scroller = { tabIndex: isActiveRendered ? -1 : 0, itemsRendered }
  return { box, activeKey, scroller, handlers: { onKeyDown, onFocus } }
}
