import { leadApi, type CallArgs, type CustomerId, type Lead, type LeadId } from '@ruwu/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { showError } from '../../api/show-error.ts'
import { report } from '../../monitoring/monitoring.ts'
import { withLead, withLeadChange, type LeadChange } from './lead-change.ts'
import { leadKeys } from './lead.queries.ts'

/** Optimistic change of one lead; refetched when refused. */
export function useUpdateLead(customerId: CustomerId) {
  const cache = useQueryClient()
  const queryKey = leadKeys.list(customerId)
  const change = (how: (leads: Lead[]) => Lead[]) => cache.setQueryData<Lead[]>(queryKey, (old) => old && how(old))
  return useMutation({
    mutationFn: (body: LeadChange) => call(leadApi.update, { body }),
    onMutate: (body) => change((leads) => withLeadChange(leads, body)),
    onSuccess: (answer) => change((leads) => withLead(leads, answer)),
    onError: (error) => {
      showError(error)
      void cache.invalidateQueries({ queryKey })
    },
  })
}

/** One status for several leads; lists and panels are refetched, also when some were refused. */
export function useLeadBatch() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (body: CallArgs<typeof leadApi.batch>['body']) => call(leadApi.batch, { body }),
    onSettled: () => cache.invalidateQueries({ queryKey: leadKeys.all }),
    onError: showError,
  })
}

/** Audit: records that an unmasked value was copied. The copy does not depend on it. */
export function reportLeadCopied(leadId: LeadId) {
  call(leadApi.copied, { body: { leadId } }).catch(report)
}
