import {
  LEAD_STATUSES,
  type BulkResult,
  type INVALID_REASONS,
  type LeadBulkResult,
  type LeadStatus,
} from '@ruwu/contract'
import { LEAD_STATUS_LABELS, leadFilterText } from '@ruwu/domain'
import { Button, toast } from '@ruwu/ui'
import { Dropdown } from 'antd'
import { Download, Flag, Tag, UsersRound, X } from 'lucide-react'
import { useState } from 'react'
import { BULK_MAX, BulkBar } from '../../../list/bulk-bar.tsx'
import { FailuresDialog } from '../../../list/failures-dialog.tsx'
import { useTimeZone } from '../../enterprise/index.ts'
import { ExportDialog } from '../../export/index.ts'
import { InvalidDialog, useLeadBatch } from '../../lead/index.ts'
import { useBulkActions } from '../customer/customer-actions.ts'
import { useBatch } from '../customer/customer.mutations.ts'
import { BulkTagsDialog } from '../list/bulk/bulk-tags-dialog.tsx'
import { useRedirectDialog } from '../redirect/use-redirect-dialog.tsx'
import { texts } from './texts.ts'
import type { LeadSelection } from './use-lead-selection.ts'

/** Actions on the chosen leads: their status, and owner and tags of their customers. */
export function LeadBulk({ selection }: { selection: LeadSelection }) {
  const { items } = selection
  const { canRedirect, canEdit } = useBulkActions()
  const [layer, setLayer] = useState<'invalid' | 'tags' | 'export'>()
  const [failed, setFailed] = useState<LeadBulkResult | BulkResult>()
  const leads = useLeadBatch()
  const customers = useBatch()
  const timeZone = useTimeZone()
  const leadIds = items.map(({ leadId }) => leadId)
  const customerIds = [...new Set(items.map(({ customerId }) => customerId))]
  const isRefused = leadIds.length > BULK_MAX

  /** Rows that failed stay chosen. */
  const finish = (result: LeadBulkResult | BulkResult, done?: string) => {
    setLayer(undefined)
    const ids = new Set<string>(result.failed.map(({ id }) => id))
    if (ids.size > 0) setFailed(result)
    else if (done) toast.success(done)
    selection.keep(items.flatMap(({ leadId, customerId }) => (ids.has(leadId) || ids.has(customerId) ? [leadId] : [])))
  }
  const redirect = useRedirectDialog((refused) => {
    const ids = new Set(refused.map(({ id }) => id))
    selection.keep(items.flatMap(({ leadId, customerId }) => (ids.has(customerId) ? [leadId] : [])))
  })
  const setStatus = (status: LeadStatus, reason?: (typeof INVALID_REASONS)[number]) =>
    leads.mutate(
      { leadIds, status, ...(reason && { reason }) },
      { onSuccess: (result) => finish(result, texts.changed(result.success)) },
    )
  const choose = (status: LeadStatus | undefined) => {
    if (status === 'invalid') setLayer('invalid')
    else if (status) setStatus(status)
  }
  return (
    <>
      <BulkBar count={leadIds.length} floating>
        {canEdit && (
          <Dropdown
            trigger={['click']}
            placement="top"
            disabled={isRefused}
            menu={{
              items: LEAD_STATUSES.map((key) => ({ key, label: LEAD_STATUS_LABELS[key] })),
              onClick: ({ key }) => choose(LEAD_STATUSES.find((status) => status === key)),
            }}
          >
            <Button variant="ghost" disabled={isRefused} busy={leads.isPending}>
              <Flag size={15} aria-hidden="true" />
              {texts.changeStatus}
            </Button>
          </Dropdown>
        )}
        {canRedirect && (
          <Button
            variant="ghost"
            disabled={isRefused}
            onClick={() => redirect.open(customerIds.map((customerId) => ({ customerId })))}
          >
            <UsersRound size={15} aria-hidden="true" />
            {texts.assign}
          </Button>
        )}
        {canEdit && (
          <Button variant="ghost" disabled={isRefused} onClick={() => setLayer('tags')}>
            <Tag size={15} aria-hidden="true" />
            {texts.tag}
          </Button>
        )}
        <Button variant="ghost" disabled={isRefused} onClick={() => setLayer('export')}>
          <Download size={15} aria-hidden="true" />
          {texts.exportChosen}
        </Button>
        <Button
          variant="ghost"
          aria-label={texts.clearSelection}
          title={texts.clearSelection}
          onClick={selection.clear}
        >
          <X size={16} aria-hidden="true" />
        </Button>
      </BulkBar>
      {layer === 'invalid' && (
        <InvalidDialog
          isBusy={leads.isPending}
          onConfirm={(reason) => setStatus('invalid', reason)}
          onClose={() => setLayer(undefined)}
        />
      )}
      {layer === 'tags' && (
        <BulkTagsDialog
          action="bindTags"
          count={customerIds.length}
          isBusy={customers.isPending}
          onSubmit={(tagIds) =>
            customers.mutate({ customerIds, action: 'bindTags', tagIds }, { onSuccess: (result) => finish(result) })
          }
          onClose={() => setLayer(undefined)}
        />
      )}
      {layer === 'export' && (
        <ExportDialog
          target={{ type: 'customer_lead', filters: { leadIds, subSourceIds: [], owners: [] } }}
          filterText={leadFilterText({ leadIds, subSourceIds: [], owners: [] }, { accounts: [], owners: [] }, timeZone)}
          onClose={() => setLayer(undefined)}
        />
      )}
      {redirect.dialog}
      {failed && <FailuresDialog {...failed} onClose={() => setFailed(undefined)} />}
    </>
  )
}
