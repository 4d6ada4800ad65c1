import type { HintEvent } from '@ruwu/contract'
import { isInMatrix } from '@ruwu/domain'

type KeptHintsDeps = { isLookedAt: () => boolean; show: (hint: HintEvent) => void }

/** The words of hints are read where somebody looks. Those that no sound or desktop notification announces wait for it. */
export function createKeptHints({ isLookedAt, show }: KeptHintsDeps) {
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
