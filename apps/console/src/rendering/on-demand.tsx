import { ERROR_TEXTS, RELOAD_OFFER } from '@ruwu/domain'
import { ErrorBlock, toast, useModalLayer } from '@ruwu/ui'
import { type ComponentType, useEffect, useEffectEvent, useRef, useState } from 'react'
import { isServerAnswering, reloadWhenAnswered } from '../browser/reload.ts'
import { whenIdle } from '../browser/when-idle.ts'

/** A part that has no such property itself may be given it: called when it cannot be loaded. */
type Closable = { onClose?: (() => void) | undefined }

/**
 * A dialog, panel or sheet whose script is loaded when it is first shown, so that it does not delay the page; nothing is
 * drawn until then. One that cannot be loaded says so and closes: opening it again asks again. Without `onClose` an error
 * stands in its place. A dialog that a key opens `holdsKeys` from then on, and is loaded ahead by `usePreload`: typing goes
 * on at once, and must not go elsewhere.
 */
export function onDemand<Props extends object>(load: () => Promise<ComponentType<Props>>, { holdsKeys = false } = {}) {
  let loaded: ComponentType<Props> | undefined
  const loadOnce = async () => (loaded ??= await load())
  function OnDemand(props: Props & Closable) {
    const [Part, setPart] = useState(() => loaded)
    const [problem, setProblem] = useState<string>()
    const isMissing = Part === undefined
    const fail = useEffectEvent(async () => {
      props.onClose?.()
      const text = await reasonOfFailure()
      if (!props.onClose) setProblem(text)
      else if (text === RELOAD_OFFER.text)
        toast.offer(text, { label: RELOAD_OFFER.reload, run: () => window.location.reload() }, 'error')
      else toast.error(text)
    })
    useEffect(() => {
      if (!isMissing) return undefined
      let isShown = true
      const show = (part: ComponentType<Props>) => {
        if (isShown) setPart(() => part)
      }
      const giveUp = () => {
        if (isShown) void fail()
      }
      loadOnce().then(show, giveUp)
      return () => {
        isShown = false
      }
    }, [isMissing])
    if (Part) return <Part {...props} />
    const retry = () => loadOnce().then((part) => setPart(() => part), reloadWhenAnswered)
    if (problem) return <ErrorBlock message={problem} onRetry={retry} />
    return holdsKeys ? <KeyHolder onEscape={() => props.onClose?.()} /> : null
  }
  // Not without a network: a browser may keep a failed script failed for the life of the page.
  const preload = () => {
    if (navigator.onLine) loadOnce().catch(preloadLater)
    else preloadLater()
  }
  const preloadLater = () => window.addEventListener('online', preload, { once: true })
  return Object.assign(OnDemand, { preload })
}

/** The focus must not scroll what is around. */
const IN_VIEW = { position: 'fixed', top: 1, left: 1 } as const

/** A newer release has other scripts: where the server answers, only a reload helps. */
const reasonOfFailure = async () => ((await isServerAnswering()) ? RELOAD_OFFER.text : ERROR_TEXTS.network)

/** In place of a dialog until it is there: has the focus, and `isDialogOpen`. */
function KeyHolder({ onEscape }: { onEscape: () => void }) {
  const holder = useRef<HTMLDivElement>(null)
  useModalLayer(holder, onEscape)
  return <div ref={holder} className="sr-only" style={IN_VIEW} tabIndex={-1} aria-busy="true" data-key-holder />
}

const PRELOAD_WITHIN_MS = 5000

/** Loads a part ahead, while the page is idle. */
export function usePreload({ preload }: { preload: () => void }) {
  useEffect(() => whenIdle(preload, PRELOAD_WITHIN_MS), [preload])
}
