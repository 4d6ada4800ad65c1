import type { CustomerId } from '@ruwu/contract'
import type { GuardHit } from '@ruwu/domain'
import { useEffect, useState } from 'react'
import { useWordRules } from '../../../banned-word/index.ts'
import type { LiveRules } from './live-check.ts'
import { useRefusal } from './server-refusals.ts'

/** Compliance findings: the server's for this text, else those of the live check. */
export function useHits(customerId: CustomerId, text: string, rules: LiveRules | undefined) {
  const refusal = useRefusal(customerId, text)
  const live = useLiveHits(refusal ? '' : text, rules)
  return { hits: refusal?.hits ?? live, message: refusal?.message }
}

/** Debounce after the last key. */
const PAUSE_MS = 250

const NONE: readonly GuardHit[] = []

// A large word list, loaded on first typing.
const loadCheck = () => import('./live-check.ts')

/** Compliance findings while typing. Old marks disappear with the next key. */
function useLiveHits(text: string, rules: LiveRules | undefined): readonly GuardHit[] {
  const [found, setFound] = useState({ text: '', hits: NONE })
  const source = rules?.source
  const guard = rules?.guard
  const { data: words, isPending } = useWordRules(text.trim() !== '')
  useEffect(() => {
    if (!source || !guard || isPending || text.trim() === '') return undefined
    let isOld = false
    const timer = setTimeout(() => {
      loadCheck().then(
        ({ checkText }) => isOld || setFound({ text, hits: checkText(text, { source, guard }, words) }),
        // Without the list the server still checks.
        () => undefined,
      )
    }, PAUSE_MS)
    return () => {
      isOld = true
      clearTimeout(timer)
    }
  }, [text, source, guard, words, isPending])
  return found.text === text ? found.hits : NONE
}
