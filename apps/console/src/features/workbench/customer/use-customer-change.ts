import type { CustomerItem } from '@ruwu/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { showError } from '../../../api/show-error.ts'
import { findCustomer, applyOptimistic, applyResponse } from './customer-cache.ts'
import { inOrder } from './in-order.ts'

/** The customer a change applies to. */
export type Target = Pick<CustomerItem, 'customerId'>

type Change<Args extends { customer: Target }, Answer extends CustomerItem> = {
  /** The optimistic result. */
  optimistic: (item: CustomerItem, args: Args) => CustomerItem
  /** Resolves to the changed customer, or to nothing where an event carries it. */
  send: (args: Args) => Promise<Answer | void>
  /** True when the refusal was handled and needs no toast. */
  onRefused?: (error: unknown, args: Args) => boolean
}

/** Mutation of one customer: optimistic, replaced by the response, rolled back when refused. */
export function useCustomerChange<Args extends { customer: Target }, Answer extends CustomerItem = CustomerItem>({
  optimistic,
  send,
  onRefused,
}: Change<Args, Answer>) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (args: Args) => inOrder(args.customer.customerId, () => send(args)),
    onMutate: (args) => {
      const before = findCustomer(cache, args.customer.customerId)
      applyOptimistic(cache, args.customer.customerId, (item) => optimistic(item, args))
      return before
    },
    onSuccess: (item) => {
      if (item) applyResponse(cache, item)
    },
    onError: (error, args, before) => {
      // Rolled back only if no newer version has arrived from the server meanwhile.
      if (before) applyOptimistic(cache, before.customerId, (item) => (isSame(item, before) ? before : item))
      if (!onRefused?.(error, args)) showError(error)
    },
  })
}

const isSame = (a: CustomerItem, b: CustomerItem) => a.version === b.version && a.seatVersion === b.seatVersion
