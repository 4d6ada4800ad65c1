import type { HintEvent } from '@ruwu/contract'
import { isInMatrix } from '@ruwu/domain'

type HeldHintsDeps = {
  isLookedAt: () => boolean
  /** One hint, or several that came together: they are told of as one. */
  show: (hints: readonly HintEvent[]) => void
  /** Runs once, a moment later. */
  soon: (run: () => void) => void
}

/** Hints are shown in a focused tab. Hints without sound or desktop notification wait until a tab has focus. */
export function createHeldHints({ isLookedAt, show, soon }: HeldHintsDeps) {
  const kept = new Map<string, HintEvent>()
  let coming: HintEvent[] = []

  function add(hint: HintEvent) {
    coming.push(hint)
    if (coming.length > 1) return
    soon(() => {
      const together = coming
      coming = []
      show(together)
    })
  }

  return {
    take(hint: HintEvent) {
      if (isLookedAt()) add(hint)
      else if (!isInMatrix(hint)) kept.set(hint.text, hint)
    },
    look() {
      if (!isLookedAt()) return
      for (const hint of kept.values()) add(hint)
      kept.clear()
    },
  }
}
