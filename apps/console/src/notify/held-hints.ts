import type { HintEvent } from '@ruwu/contract'
import { isInMatrix } from '@ruwu/domain'

type HeldHintsDeps = { isLookedAt: () => boolean; show: (hint: HintEvent) => void }

/** Hints are shown in a focused tab. Hints without sound or desktop notification wait until a tab has focus. */
export function createHeldHints({ isLookedAt, show }: HeldHintsDeps) {
  const kept = new Map<string, HintEvent>()
  return {
    take(hint: HintEvent) {
      if (isLookedAt()) show(hint)
      else if (!isInMatrix(hint)) kept.set(hint.text, hint)
    },
    look() {
      if (!isLookedAt()) return
      for (const hint of kept.values()) show(hint)
      kept.clear()
    },
  }
}
