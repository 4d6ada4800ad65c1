import type { CustomerId } from '@ruwu/contract'
import { createStore, useStore } from '@ruwu/ui/store.ts'
import type { Refusal } from '../sending/send-outcome.ts'

/** The server's refusal with the text it applies to. */
type RefusedText = Refusal & { text: string }

const refusals = createStore<ReadonlyMap<CustomerId, RefusedText>>(new Map())

export function setRefusal(customerId: CustomerId, refusal: RefusedText | undefined) {
  const next = new Map(refusals.get())
  if (refusal) next.set(customerId, refusal)
  else next.delete(customerId)
  refusals.set(next)
}

/** Why the text in the box was refused; undefined once the text changes. */
export function useRefusal(customerId: CustomerId, text: string): RefusedText | undefined {
  const refusal = useStore(refusals, (byCustomer) => byCustomer.get(customerId))
  return refusal?.text === text ? refusal : undefined
}
