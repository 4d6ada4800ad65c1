import type { CustomerDetail } from '@ruwu/contract'
import { useCan } from '../../../role/index.ts'
import { FactSection } from '../facts/fact-section.tsx'
import { LeadSection } from '../leads/lead-section.tsx'
import { ProfileHead } from './profile-head.tsx'
import styles from './profile-tab.module.css'
import { ReminderSection } from '../reminders/reminder-section.tsx'
import { StageBar } from '../stage/stage-bar.tsx'
import { TagSection } from '../tags/tag-section.tsx'

export function ProfileTab({ customer, onAllLeads }: { customer: CustomerDetail; onAllLeads: () => void }) {
  const canEdit = useCan('im:editCustomerInfo')
  return (
    <div className={styles.tab}>
      <ProfileHead customer={customer} canEdit={canEdit} />
      <StageBar customer={customer} canEdit={canEdit} />
      <LeadSection customerId={customer.customerId} canEdit={canEdit} onAll={onAllLeads} />
      <TagSection customer={customer} canEdit={canEdit} />
      <FactSection customer={customer} canEdit={canEdit} />
      <ReminderSection customer={customer} />
    </div>
  )
}
