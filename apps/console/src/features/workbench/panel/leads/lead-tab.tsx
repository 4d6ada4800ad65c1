import type { CustomerId } from '@ruwu/contract'
import { Button, Empty, ErrorBlock, SkeletonRows } from '@ruwu/ui'
import { ContactRound, Plus } from 'lucide-react'
import { useState } from 'react'
import { messageOf } from '../../../../api/errors.ts'
import { useLeads } from '../../../lead/index.ts'
import { LeadDialog } from '../../thread/message-menu/lead-dialog.tsx'
import { useCan } from '../../../permission/index.ts'
import { texts } from '../texts.ts'
import { LeadCard } from './lead-card.tsx'
import styles from './lead-tab.module.css'

type LeadTabProps = { customerId: CustomerId; onShowMessage: (seq: number) => void }

/** All contacts of the customer with their status. */
export function LeadTab({ customerId, onShowMessage }: LeadTabProps) {
  const { data: leads, error, refetch } = useLeads(customerId)
  const canEdit = useCan('im:editCustomerInfo')
  const [isAdding, setIsAdding] = useState(false)
  if (!leads) return error ? <ErrorBlock message={messageOf(error)} onRetry={refetch} /> : <SkeletonRows rows={3} />
  const add = canEdit && (
    <Button onClick={() => setIsAdding(true)}>
      <Plus size={15} aria-hidden="true" />
      {texts.addLead}
    </Button>
  )
  return (
    <div className={styles.tab}>
      {leads.length === 0 ? (
        <Empty icon={ContactRound} text={texts.noLeads} action={add} />
      ) : (
        <>
          <ul className={styles.leads}>
            {leads.map((lead) => (
              <li key={lead.leadId}>
                <LeadCard lead={lead} canEdit={canEdit} onShowMessage={onShowMessage} />
              </li>
            ))}
          </ul>
          {add}
        </>
      )}
      {isAdding && (
        <LeadDialog
          title={texts.addLead}
          customerId={customerId}
          messageId={undefined}
          selection=""
          text=""
          onClose={() => setIsAdding(false)}
        />
      )}
    </div>
  )
}
