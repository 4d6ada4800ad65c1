import type { HintEvent } from '@ruwu/contract'
import { isInMatrix, isKept } from '@ruwu/domain'
import { texts } from './texts.ts'

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

/** The place of one hint, 通知中心, or the list of the agent's own customers who wait. */
export type HintPlace = HintEvent | 'centre' | 'waiting'

type Said = { text: string; isWarning: boolean; leadsTo: HintPlace | undefined }

/** What is said of hints that came together: 通知中心 has those that are kept, the others are read here or nowhere. */
export function saidOf(hints: readonly HintEvent[]): Said[] {
  const { kept = [], passing = [] } = Object.groupBy(hints, ({ hintType }) => (isKept(hintType) ? 'kept' : 'passing'))
  const [first] = kept
  const said = [
    kept.length > 1
      ? { of: kept, text: texts.several(kept.length), leadsTo: 'centre' as const }
      : { of: kept, text: first?.text ?? '', leadsTo: first },
    {
      of: passing,
      text: texts.together([...new Set(passing.map(({ text }) => text))]),
      leadsTo: placeOfPassing(passing),
    },
  ]
  return said.flatMap(({ of, ...rest }) =>
    of.length > 0 ? [{ ...rest, isWarning: of.some(({ level }) => level === 'warn') }] : [],
  )
}

function placeOfPassing(hints: readonly HintEvent[]): HintPlace | undefined {
  if (new Set(hints.map(({ customerId }) => customerId)).size === 1) return hints[0]
  return hints.every(({ hintType }) => hintType === 'wait_warning') ? 'waiting' : undefined
}
