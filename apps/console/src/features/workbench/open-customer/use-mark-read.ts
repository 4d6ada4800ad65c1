import type { CustomerId } from '@ruwu/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { useStore } from '@ruwu/ui/store.ts'
import { useRealtime } from '../../../realtime/realtime-context.ts'
import { rolePreview } from '../../../session/role-preview.ts'
import { useSendSetting } from '../composer/send-setting.ts'
import { applyOptimistic } from '../customer/customer-cache.ts'
import { useCustomer } from '../customer/customer.queries.ts'
import { withAllRead } from '../customer/optimistic.ts'
import { readUpTo } from './mark-read.ts'

/** Marks the open customer as read while the newest message is visible. A manual 标为未读 is respected, and a preview reads nothing. */
export function useMarkRead(customerId: CustomerId, isAtEnd: boolean) {
  const cache = useQueryClient()
  const { data: customer } = useCustomer(customerId)
  const { status, send } = useRealtime()
  const { readAfterReply } = useSendSetting()
  const isFocused = useWindowFocus()
  const isPreview = useStore(rolePreview) !== undefined
  const reported = useRef<{ customerId: CustomerId; seq: number }>(undefined)
  const seq = customer && readUpTo(customer, { isSeen: isAtEnd && isFocused && !isPreview, readAfterReply })

  useEffect(() => {
    if (!customer || seq === undefined || status !== 'connected') return
    if (reported.current?.customerId === customerId && reported.current.seq === seq) return
    if (!send({ type: 'read', topicId: customer.topicId, seq })) return
    reported.current = { customerId, seq }
    applyOptimistic(cache, customerId, withAllRead)
  }, [cache, customer, customerId, seq, status, send])
}

const events = ['focus', 'blur', 'visibilitychange'] as const

const subscribe = (listener: () => void) => {
  for (const event of events) {
    window.addEventListener(event, listener)
    document.addEventListener(event, listener)
  }
  return () => {
    for (const event of events) {
      window.removeEventListener(event, listener)
      document.removeEventListener(event, listener)
    }
  }
}

const useWindowFocus = () => useSyncExternalStore(subscribe, () => document.hasFocus())
