import type { CustomerId } from '@ruwu/contract'
import type { LiveRules } from './live-check.ts'
import { useRefusal } from './server-refusals.ts'
import { useLiveHits } from './use-live-hits.ts'

/** Compliance findings: the server's for this text, else those of the live check. */
export function useHits(customerId: CustomerId, text: string, rules: LiveRules | undefined) {
  const refusal = useRefusal(customerId, text)
  const live = useLiveHits(refusal ? '' : text, rules)
  return { hits: refusal?.hits ?? live, message: refusal?.message }
}
