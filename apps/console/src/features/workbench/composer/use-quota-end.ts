import type { CustomerDetail } from '@ruwu/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { customerKeys } from '../customer/customer-keys.ts'

/** The server's clock may be a little behind. */
const GRACE_MS = 500

/** No event tells that the time in which one may write is over: what may be sent then is asked for. */
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
