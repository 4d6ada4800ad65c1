import type { BulkResult, CustomerItem } from '@ruwu/contract'
import { formatNearTime } from '@ruwu/domain'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, use, useCallback, useState } from 'react'
import { FailuresDialog } from '../../../list/failures-dialog.tsx'
import { onDemand, usePreload } from '../../../rendering/on-demand.tsx'
import { useTimeZone } from '../../enterprise/index.ts'
import { findCustomer } from '../customer/customer-cache.ts'
import { useBatch, usePostpone } from '../customer/customer.mutations.ts'
import { texts } from '../texts.ts'
import { MovesContext, offerUndo } from '../use-archive-open.ts'

const PostponeDialog = onDemand(async () => (await import('./postpone-dialog.tsx')).PostponeDialog, {
  holdsKeys: true,
})

type Postponed = Pick<CustomerItem, 'customerId' | 'postponedUntil' | 'inboundCount'>

const noop = () => {}

/** 稍后处理 of one or several customers, with 撤销. The open one leaves the list, so the next one opens, as with 归档. */
export function usePostponeDialog(onDone: (failed: BulkResult['failed']) => void = noop): {
  open: (customers: readonly Postponed[]) => void
  dialog: ReactNode
} {
  const [asked, setAsked] = useState<readonly Postponed[]>([])
  const [result, setResult] = useState<BulkResult>()
  const { goOn, open: openCustomer } = use(MovesContext)
  const timeZone = useTimeZone()
  const postpone = usePostpone()
  const batch = useBatch()
  usePreload(PostponeDialog)
  const cache = useQueryClient()
  // As they are now: selected rows are those of the moment they were selected.
  const open = useCallback(
    (customers: readonly Postponed[]) => setAsked(customers.map((it) => findCustomer(cache, it.customerId) ?? it)),
    [cache],
  )
  const close = () => setAsked([])

  const postponeOne = (customer: Postponed, until: string) => {
    const { customerId, postponedUntil: before, inboundCount } = customer
    close()
    // Postponed before, it is shown in a list that it does not leave.
    const wasOpen = before === null && goOn(customerId)
    const undo = async () => {
      await postpone.mutateAsync({ customer, until: before, undo: true })
      if (wasOpen) openCustomer(customerId)
    }
    // Not by the callbacks of `mutate`, which end with this component: the thread closes. The mutation shows errors.
    postpone.mutateAsync({ customer, until, inboundCount }).then(() => {
      const text = texts.postponedTo(formatNearTime(until, new Date(), timeZone))
      offerUndo(text, () => void undo().catch(noop))
      return onDone([])
    }, noop)
  }

  const postponeMany = (until: string) =>
    batch.mutate(
      {
        customerIds: asked.map((it) => it.customerId),
        inboundCounts: asked.map((it) => it.inboundCount),
        action: 'postpone',
        until,
      },
      {
        onSuccess: (answer) => {
          const refused = new Set(answer.failed.map(({ id }) => id))
          // Those postponed before would lose their earlier time.
          const undoable = asked.filter((it) => it.postponedUntil === null && !refused.has(it.customerId))
          close()
          if (answer.failed.length > 0) setResult(answer)
          if (undoable.length > 0)
            offerUndo(texts.postponedMany(answer.success, formatNearTime(until, new Date(), timeZone)), () => {
              const customerIds = undoable.map((it) => it.customerId)
              void batch.mutateAsync({ customerIds, action: 'postpone', until: null, undo: true }).catch(noop)
            })
          onDone(answer.failed)
        },
      },
    )

  const submit = (until: string) => {
    const [customer, ...others] = asked
    if (customer && others.length === 0) postponeOne(customer, until)
    else postponeMany(until)
  }

  const dialog = (
    <>
      {asked.length > 0 && (
        <PostponeDialog count={asked.length} isBusy={batch.isPending} onSubmit={submit} onClose={close} />
      )}
      {result && <FailuresDialog {...result} onClose={() => setResult(undefined)} />}
    </>
  )
  return { open, dialog }
}
