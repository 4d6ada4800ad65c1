import {
  cloneElement,
  type DOMAttributes,
  type ReactElement,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useRef,
} from 'react'
import { createPortal } from 'react-dom'
import { createStore, useStore } from './store.ts'
import styles from './tooltip.module.css'

// A long delay: a tooltip only adds to a visible label.
const OPEN_DELAY_MS = 700
/** Within this time after one was closed, the next opens at once. */
const SKIP_DELAY_MS = 300
/** The pointer may move from the element onto its tooltip. */
const LEAVE_MS = 100
const GAP_PX = 6
const EDGE_PX = 8

const ID = 'tooltip'

type Side = 'top' | 'right' | 'bottom' | 'left'
type Shown = { anchor: HTMLElement; text: ReactNode; side: Side }

const DESCRIBED = 'aria-describedby'

const OPPOSITE: Record<Side, Side> = { top: 'bottom', bottom: 'top', left: 'right', right: 'left' }

/** One for the whole page: what has a tooltip keeps nothing of its own. */
const shown = createStore<Shown | undefined>(undefined)
let waiting: ReturnType<typeof setTimeout> | undefined
let skipping: ReturnType<typeof setTimeout> | undefined
/** The last key was Tab or an arrow: the focus that follows was moved, not given back by a dialog that Esc closed. */
let movedByKey = false
const onAnyKey = ({ key }: KeyboardEvent) => {
  movedByKey = /^(?:Tab|Arrow)/u.test(key)
}

/** What else describes the element. */
let describedBefore: string | null = null

function open(next: Shown) {
  close()
  if (!next.text || !next.anchor.isConnected) return
  describedBefore = next.anchor.getAttribute(DESCRIBED)
  next.anchor.setAttribute(DESCRIBED, [describedBefore, ID].filter(Boolean).join(' '))
  shown.set(next)
}

function close() {
  clearTimeout(waiting)
  const last = shown.get()
  if (!last) return
  if (describedBefore === null) last.anchor.removeAttribute(DESCRIBED)
  else last.anchor.setAttribute(DESCRIBED, describedBefore)
  clearTimeout(skipping)
  skipping = setTimeout(() => {
    skipping = undefined
  }, SKIP_DELAY_MS)
  shown.set(undefined)
}

function later(run: () => void, ms: number) {
  clearTimeout(waiting)
  waiting = setTimeout(run, ms)
}

/** None without text; a function is asked when it would be shown. */
type TooltipText = ReactNode | ((anchor: HTMLElement) => ReactNode)
type Handlers = DOMAttributes<HTMLElement>
type TooltipProps = { text: TooltipText; side?: Side; children: ReactElement<Handlers> }

/** Tooltip of one element, which stays mounted when its text comes and goes, so that no click is lost. */
export const Tooltip = ({ text, side, children }: TooltipProps) =>
  cloneElement(children, tooltipHandlers(text, side, children.props))

/** The tooltip of an element that another component draws, beside that element's `own` handlers. */
export function tooltipHandlers(text: TooltipText, side: Side = 'top', own: Handlers = {}): Handlers {
  const show = (anchor: HTMLElement) => open({ anchor, side, text: typeof text === 'function' ? text(anchor) : text })
  return {
    onPointerEnter: (event) => {
      own.onPointerEnter?.(event)
      if (!text || event.pointerType === 'touch') return
      const anchor = event.currentTarget
      const last = shown.get()?.anchor
      // Back from the tooltip, or before it was closed: it stays.
      if (last === anchor) clearTimeout(waiting)
      else if (last) show(anchor)
      else later(() => show(anchor), skipping === undefined ? OPEN_DELAY_MS : 0)
    },
    onPointerLeave: (event) => {
      own.onPointerLeave?.(event)
      later(close, LEAVE_MS)
    },
    onPointerDown: (event) => {
      own.onPointerDown?.(event)
      close()
    },
    onClick: (event) => {
      own.onClick?.(event)
      close()
    },
    onFocus: (event) => {
      own.onFocus?.(event)
      if (text && movedByKey && event.target.matches(':focus-visible')) show(event.currentTarget)
    },
    onBlur: (event) => {
      own.onBlur?.(event)
      close()
    },
  }
}

/** Mounted once by the shell. */
export function TooltipHost() {
  const tooltip = useStore(shown)
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    document.addEventListener('keydown', onAnyKey, true)
    return () => document.removeEventListener('keydown', onAnyKey, true)
  }, [])
  useLayoutEffect(() => {
    if (box.current && tooltip) place(box.current, tooltip)
  }, [tooltip])
  useEffect(() => {
    if (!tooltip) return undefined
    const { anchor } = tooltip
    const onKeyDown = ({ key }: KeyboardEvent) => key === 'Escape' && close()
    const onScroll = ({ target }: Event) => target instanceof Node && target.contains(anchor) && close()
    // A removed element gets no event of its own.
    const removal = new MutationObserver(() => anchor.isConnected || close())
    removal.observe(document.body, { childList: true, subtree: true })
    document.addEventListener('keydown', onKeyDown, true)
    window.addEventListener('scroll', onScroll, true)
    return () => {
      removal.disconnect()
      document.removeEventListener('keydown', onKeyDown, true)
      window.removeEventListener('scroll', onScroll, true)
    }
  }, [tooltip])
  if (!tooltip) return null
  return createPortal(
    <div
      ref={box}
      id={ID}
      role="tooltip"
      className={styles.tooltip}
      onPointerEnter={() => clearTimeout(waiting)}
      onPointerLeave={close}
    >
      {tooltip.text}
    </div>,
    document.body,
  )
}

/** On the asked side, or on the opposite one where only that has room; inside the window. */
function place(box: HTMLElement, { anchor, side }: Shown) {
  const at = anchor.getBoundingClientRect()
  const { width, height } = box.getBoundingClientRect()
  const starts: Record<Side, number> = {
    top: at.top - GAP_PX - height,
    bottom: at.bottom + GAP_PX,
    left: at.left - GAP_PX - width,
    right: at.right + GAP_PX,
  }
  const lastX = window.innerWidth - EDGE_PX - width
  const lastY = window.innerHeight - EDGE_PX - height
  const isRoom = (it: Side) => starts[it] >= EDGE_PX && starts[it] <= (it === 'top' || it === 'bottom' ? lastY : lastX)
  const real = !isRoom(side) && isRoom(OPPOSITE[side]) ? OPPOSITE[side] : side
  const isAbove = real === 'top' || real === 'bottom'
  const x = isAbove ? at.left + (at.width - width) / 2 : starts[real]
  const y = isAbove ? starts[real] : at.top + (at.height - height) / 2
  box.style.left = `${Math.max(EDGE_PX, Math.min(x, lastX))}px`
  box.style.top = `${Math.max(EDGE_PX, Math.min(y, lastY))}px`
}
