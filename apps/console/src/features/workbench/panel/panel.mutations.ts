import {
  customerApi,
  tagApi,
  type CustomerDetail,
  type CustomerId,
  type ReminderId,
  type Tag,
  type TagId,
} from '@ruwu/contract'
import { bindTags, hasTooManyTags, TAG_TEXTS, unbindTags } from '@ruwu/domain'
import { toast } from '@ruwu/ui'
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { fieldErrorsOf } from '../../../api/errors.ts'
import { showError } from '../../../api/show-error.ts'
import { tagKeys, useTagMap } from '../../tag/index.ts'
import { applyOptimistic, applyResponse } from '../customer/customer-cache.ts'
import { customerKeys } from '../customer/customer-keys.ts'
import { useCustomerChange, type Target } from '../customer/use-customer-change.ts'
import { undoOf, withProfile, type ProfileChange } from './profile-change.ts'

/** The message of the refused field is more specific than that of the request. */
function showRefusal(error: unknown) {
  const [problem] = Object.values(fieldErrorsOf(error))
  if (problem) toast.error(problem)
  else showError(error)
}

function showChange(cache: QueryClient, customerId: CustomerId, change: ProfileChange) {
  const { remark } = change
  if (remark !== undefined) applyOptimistic(cache, customerId, (item) => ({ ...item, remark }))
  cache.setQueryData<CustomerDetail>(customerKeys.detail(customerId), (old) => old && withProfile(old, change))
}

/** Optimistic change of one profile value; rolled back when refused. */
export function useUpdateProfile(customerId: CustomerId) {
  const cache = useQueryClient()
  const mutationKey = ['customer', 'profile', customerId]
  return useMutation({
    mutationKey,
    mutationFn: (change: ProfileChange) => call(customerApi.update, { body: { customerId, ...change } }),
    onMutate: (change) => {
      const before = cache.getQueryData<CustomerDetail>(customerKeys.detail(customerId))
      showChange(cache, customerId, change)
      return before
    },
    onSuccess: (answer) => {
      // The response does not contain later changes still in flight.
      if (cache.isMutating({ mutationKey }) > 1) return
      applyResponse(cache, answer)
      cache.setQueryData<CustomerDetail>(customerKeys.detail(customerId), (old) =>
        old && answer.version < old.version ? old : answer,
      )
    },
    onError: (error, change, before) => {
      if (before) showChange(cache, customerId, undoOf(before, change))
      showRefusal(error)
    },
  })
}

/** Adds a tag; in a single-choice group it replaces the other. */
export function useBindTag() {
  const tags = useTagMap()
  const tagOf = (id: TagId) => tags.get(id)
  const { mutate } = useCustomerChange<{ customer: Target; tagId: TagId }>({
    optimistic: (item, { tagId }) => ({ ...item, tagIds: bindTags(item.tagIds, [tagId], tagOf).tagIds }),
    send: ({ customer: { customerId }, tagId }) =>
      call(customerApi.bindTags, { body: { customerId, tagIds: [tagId] } }),
  })
  return (customer: CustomerDetail, tagId: TagId) => {
    const { tagIds } = bindTags(customer.tagIds, [tagId], tagOf)
    if (hasTooManyTags(tagIds, tagOf)) toast.error(TAG_TEXTS.tooManyOnCustomer)
    else mutate({ customer, tagId })
  }
}

export const useUnbindTag = () =>
  useCustomerChange<{ customer: Target; tagId: TagId }>({
    optimistic: (item, { tagId }) => ({ ...item, tagIds: unbindTags(item.tagIds, [tagId]).tagIds }),
    send: ({ customer: { customerId }, tagId }) =>
      call(customerApi.unbindTags, { body: { customerId, tagIds: [tagId] } }),
  })

/** Creates a tag and binds it. */
export function useCreateTag(customerId: CustomerId) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (name: string) => call(tagApi.createBind, { body: { customerId, name } }),
    onSuccess: ({ tag, customer }) => {
      cache.setQueryData<Tag[]>(tagKeys.list, (old) => old && [...old.filter((it) => it.id !== tag.id), tag])
      applyResponse(cache, customer)
    },
    onError: showRefusal,
  })
}

/** Optimistic: restored when refused. */
export function useRemoveReminder(customerId: CustomerId) {
  const cache = useQueryClient()
  const queryKey = customerKeys.detail(customerId)
  return useMutation({
    mutationFn: (id: ReminderId) => call(customerApi.removeReminder, { query: { id } }),
    onMutate: (id) =>
      void cache.setQueryData<CustomerDetail>(
        queryKey,
        (old) => old && { ...old, reminders: old.reminders.filter((it) => it.id !== id) },
      ),
    onError: showError,
    onSettled: () => cache.invalidateQueries({ queryKey }),
  })
}
