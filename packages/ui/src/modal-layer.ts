import { useEffect, useRef, type RefObject } from 'react'

const FOCUSABLE =
  'a[href],button:not(:disabled),input:not(:disabled),select:not(:disabled),textarea:not(:disabled),[tabindex]:not([tabindex="-1"])'

/** Open layers, topmost last: only that one handles Esc and Tab. */
const layers: HTMLElement[] = []

export const topmostLayer = (): HTMLElement | undefined => layers.at(-1)

/**
 * Makes a mounted element a modal layer: focus goes in (to `[data-autofocus]` or the first control), stays
 * inside, and returns to where it came from. Esc closes the topmost layer.
 */
export function useModalLayer(ref: RefObject<HTMLElement | null>, onEscape: () => void) {
  const escape = useRef(onEscape)
  useEffect(() => {
    escape.current = onEscape
  })
  useEffect(() => {
    const element = ref.current
    if (!element) return undefined
    const opener = document.activeElement
    layers.push(element)
    const first =
      element.querySelector<HTMLElement>('[data-autofocus]') ?? element.querySelector<HTMLElement>(FOCUSABLE)
    // Without scrolling: a long text is read from its top though its only control is at its end.
    ;(first ?? element).focus({ preventScroll: true })

    const onKeyDown = (event: KeyboardEvent) => {
      // Key events of an IME composition (229) must not close a layer.
      if (topmostLayer() !== element || event.isComposing || event.keyCode === 229) return
      if (event.key === 'Escape' && !event.defaultPrevented) {
        event.preventDefault()
        escape.current()
      }
      if (event.key === 'Tab') keepFocusInside(element, event)
    }
    document.addEventListener('keydown', onKeyDown)
    return () => {
      document.removeEventListener('keydown', onKeyDown)
      layers.splice(layers.indexOf(element), 1)
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus()
    }
  }, [ref])
}

function keepFocusInside(element: HTMLElement, event: KeyboardEvent) {
  const controls = [...element.querySelectorAll<HTMLElement>(FOCUSABLE)].filter((it) => it.offsetParent !== null)
  const first = controls[0]
  const last = controls.at(-1)
  const active = document.activeElement
  if (!first || !last) {
    event.preventDefault()
  } else if (!element.contains(active)) {
    event.preventDefault()
    first.focus()
  } else if (event.shiftKey ? active === first || active === element : active === last) {
    event.preventDefault()
    ;(event.shiftKey ? last : first).focus()
  }
}
