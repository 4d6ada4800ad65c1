import type { CustomerId } from '@ruwu/contract'
import { useCallback, useSyncExternalStore } from 'react'
import type { Refusal } from '../sending/send-outcome.ts'

/** The server's refusal with the text it applies to. */
type RefusedText = Refusal & { text: string }

const refused = new Map<CustomerId, RefusedText>()
const listeners = new Set<() => void>()

export function setRefusal(customerId: CustomerId, refusal: RefusedText | undefined) {
  if (refusal) refused.set(customerId, refusal)
  else refused.delete(customerId)
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Why the text in the box was refused; undefined once the text changes. */
export function useRefusal(customerId: CustomerId, text: string): RefusedText | undefined {
  const read = useCallback(() => refused.get(customerId), [customerId])
  const refusal = useSyncExternalStore(subscribe, read)
  return refusal?.text === text ? refusal : undefined
}
