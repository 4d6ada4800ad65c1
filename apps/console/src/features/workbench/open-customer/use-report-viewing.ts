import { customerApi, type CustomerId } from '@ruwu/contract'
import { useEffect } from 'react'
import { call } from '../../../api/call.ts'
import { TAB } from '../../../browser/tab-id.ts'
import { useComposing } from '../composer/composing.ts'

/** The server expires a viewer after 45 s without a report. */
const TELL_EVERY_MS = 20_000

/** Fire and forget: the next report follows soon. */
const tell = (customerId: CustomerId | null, composing: boolean) =>
  void call(customerApi.viewing, { body: { customerId, composing, tab: TAB } }).catch(() => {})

/** Reports to colleagues that the agent views the customer, and whether they are composing. */
export function useViewing(customerId: CustomerId) {
  const isComposing = useComposing(customerId)
  useEffect(() => {
    tell(customerId, isComposing)
    const timer = setInterval(() => tell(customerId, isComposing), TELL_EVERY_MS)
    return () => clearInterval(timer)
  }, [customerId, isComposing])
  // Switching customers is reported by the next call; only leaving the page ends it.
  useEffect(() => () => tell(null, false), [])
}
