import type { CustomerDetail } from '@ruwu/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { customerKeys } from '../customer/customer-keys.ts'

/** Margin for clock skew to the server. */
const GRACE_MS = 500

/** No event marks the end of the reply window, so the customer is refetched at that time. */
export function useQuotaEnd({ customerId, quota: { closesAt } }: CustomerDetail) {
  const cache = useQueryClient()
  useEffect(() => {
    if (closesAt === null) return undefined
    const left = Date.parse(closesAt) - Date.now()
    if (left < 0) return undefined
    const ask = () => void cache.invalidateQueries({ queryKey: customerKeys.detail(customerId) })
    const timer = setTimeout(ask, left + GRACE_MS)
    return () => clearTimeout(timer)
  }, [cache, customerId, closesAt])
}
