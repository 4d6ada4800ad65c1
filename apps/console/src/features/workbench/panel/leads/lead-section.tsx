import type { CustomerId } from '@ruwu/contract'
import { Button } from '@ruwu/ui'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { messageOf } from '../../../../api/errors.ts'
import { topLeads, useLeads, useUpdateLead } from '../../../lead/index.ts'
import { onDemand } from '../../../../rendering/on-demand.tsx'
import { texts } from '../texts.ts'
import { UncertainChoices } from './lead-line.tsx'
import { LeadLine } from './lead-line.tsx'
import styles from './lead-section.module.css'
import { Section, SectionButton, SectionEmpty } from '../panel-section.tsx'

const LeadDialog = onDemand(async () => (await import('../../thread/message-menu/lead-dialog.tsx')).LeadDialog)

const MOST = 2

type LeadSectionProps = { customerId: CustomerId; canEdit: boolean; onAll: () => void }

/** The most important contacts, with a link to all. */
export function LeadSection({ customerId, canEdit, onAll }: LeadSectionProps) {
  const { data: leads, error, refetch } = useLeads(customerId)
  const update = useUpdateLead(customerId)
  const [isAdding, setIsAdding] = useState(false)
  const shown = topLeads(leads ?? [], MOST)
  return (
    <Section
      title={texts.leads}
      action={
        canEdit && (
          <SectionButton label={texts.addLead} onClick={() => setIsAdding(true)}>
            <Plus size={13} aria-hidden="true" />
            {texts.add}
          </SectionButton>
        )
      }
    >
      {error && !leads && (
        <p className={styles.failed} role="alert">
          {messageOf(error)}
          <Button variant="link" onClick={() => void refetch()}>
            {texts.retry}
          </Button>
        </p>
      )}
      {leads && shown.length === 0 && <SectionEmpty text={leads.length === 0 ? texts.noLeads : texts.noValidLeads} />}
      {shown.length > 0 && (
        <ul className={styles.leads}>
          {shown.map((lead) => (
            <li key={lead.leadId}>
              <LeadLine lead={lead} />
              {canEdit && lead.state === 'ambiguous' && (
                <UncertainChoices onChange={(part) => update.mutate({ leadId: lead.leadId, ...part })} />
              )}
            </li>
          ))}
        </ul>
      )}
      {leads && leads.length > shown.length && (
        <Button className={styles.all} variant="link" onClick={onAll}>
          {texts.allLeads(leads.length)}
        </Button>
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
    </Section>
  )
}
