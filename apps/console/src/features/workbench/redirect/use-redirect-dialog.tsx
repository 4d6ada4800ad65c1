import type { BulkResult, CustomerItem } from '@ruwu/contract'
import { useCallback, useState, type ReactNode } from 'react'
import { FailuresDialog } from '../../../list/failures-dialog.tsx'
import { onDemand, usePreload } from '../../../rendering/on-demand.tsx'
import type { Redirection } from './redirect-dialog.tsx'
import { useBatch, useRedirect } from '../customer/customer.mutations.ts'

const RedirectDialog = onDemand(async () => (await import('./redirect-dialog.tsx')).RedirectDialog, {
  holdsKeys: true,
})

type Redirected = Pick<CustomerItem, 'customerId'>

/** 转接 of one or several customers. Returns the dialog element; lists the customers that were refused. */
export function useRedirectDialog(onDone: (failed: BulkResult['failed']) => void = () => {}): {
  /** `note`: what the note begins with. */
  open: (customers: readonly Redirected[], note?: string) => void
  dialog: ReactNode
} {
  const [asked, setAsked] = useState<readonly Redirected[]>([])
  const [note, setNote] = useState('')
  const [result, setResult] = useState<BulkResult>()
  const redirect = useRedirect()
  const batch = useBatch()
  usePreload(RedirectDialog)
  const open = useCallback((customers: readonly Redirected[], begun = '') => {
    setAsked(customers)
    setNote(begun)
  }, [])
  const close = () => setAsked([])
  const finish = (answer?: BulkResult) => {
    close()
    if (answer?.failed.length) setResult(answer)
    onDone(answer?.failed ?? [])
  }

  const submit = ({ to, reason, note: written }: Redirection) => {
    const [customer, ...others] = asked
    if (!customer) return
    if (others.length === 0) {
      redirect.mutate({ customer, to, reason, note: written }, { onSuccess: () => finish() })
      return
    }
    const customerIds = asked.map((it) => it.customerId)
    const target = 'agentId' in to ? { agentId: to.agentId } : { group: to.group }
    batch.mutate({ customerIds, action: 'redirect', ...target, reason }, { onSuccess: finish })
  }

  const dialog = (
    <>
      {asked.length > 0 && (
        <RedirectDialog
          customerIds={asked.map((it) => it.customerId)}
          note={note}
          isBusy={redirect.isPending || batch.isPending}
          onSubmit={submit}
          onClose={close}
        />
      )}
      {result && <FailuresDialog {...result} onClose={() => setResult(undefined)} />}
    </>
  )
  return { open, dialog }
}
