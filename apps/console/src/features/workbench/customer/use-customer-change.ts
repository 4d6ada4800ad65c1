import type { CustomerItem } from '@ruwu/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { showError } from '../../../api/show-error.ts'
import { findCustomer, guessCustomer, takeAnswer } from './customer-cache.ts'

/** Whom a change is about; any screen's idea of them will do. */
export type Target = Pick<CustomerItem, 'customerId'>

type Change<Args extends { customer: Target }> = {
  /** What it will look like. */
  guess: (item: CustomerItem, args: Args) => CustomerItem
  /** Answers the customer as they are now, or nothing where an event will tell. */
  send: (args: Args) => Promise<CustomerItem | void>
  /** True when the refusal needs no more words. */
  onRefused?: (error: unknown, args: Args) => boolean
}

/** A change of one customer: shown at once, put right by the answer, taken back when it is refused. */
export function useCustomerChange<Args extends { customer: Target }>({ guess, send, onRefused }: Change<Args>) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: send,
    onMutate: (args) => {
      const before = findCustomer(cache, args.customer.customerId)
      guessCustomer(cache, args.customer.customerId, (item) => guess(item, args))
      return before
    },
    onSuccess: (item) => {
      if (item) takeAnswer(cache, item)
    },
    onError: (error, args, before) => {
      // What the server has said meanwhile is newer than what is taken back.
      if (before) guessCustomer(cache, before.customerId, (item) => (isSame(item, before) ? before : item))
      if (!onRefused?.(error, args)) showError(error)
    },
  })
}

const isSame = (a: CustomerItem, b: CustomerItem) => a.version === b.version && a.seatVersion === b.seatVersion
