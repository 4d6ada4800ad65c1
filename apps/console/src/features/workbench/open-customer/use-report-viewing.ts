import { customerApi, type CustomerId } from '@ruwu/contract'
import { useEffect } from 'react'
import { call } from '../../../api/call.ts'
import { TAB } from '../../../browser/tab-id.ts'
import { useComposing } from '../composer/composing.ts'

/** The server forgets who looks after 45 s without a word. */
const TELL_EVERY_MS = 20_000

/** Nobody waits for it, and the next word comes soon. */
const tell = (customerId: CustomerId | null, composing: boolean) =>
  void call(customerApi.viewing, { body: { customerId, composing, tab: TAB } }).catch(() => {})

/** Lets colleagues see who looks at the customer, and who writes. */
export function useViewing(customerId: CustomerId) {
  const isComposing = useComposing(customerId)
  useEffect(() => {
    tell(customerId, isComposing)
    const timer = setInterval(() => tell(customerId, isComposing), TELL_EVERY_MS)
    return () => clearInterval(timer)
  }, [customerId, isComposing])
  // Another customer follows at once; only leaving the page ends it.
  useEffect(() => () => tell(null, false), [])
}
