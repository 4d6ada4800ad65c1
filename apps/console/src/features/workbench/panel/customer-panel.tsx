import type { CustomerDetail, CustomerId } from '@ruwu/contract'
import { ErrorBlock, Bar, Disc, Skeleton } from '@ruwu/ui'
import { memo, useDeferredValue, useState } from 'react'
import { messageOf } from '../../../api/errors.ts'
import { onDemand } from '../../../rendering/on-demand.tsx'
import { reportSelectedLeads } from '../../lead/index.ts'
import { useCan } from '../../permission/index.ts'
import { useWantsPanel } from '../chat-requests.ts'
import { useCustomer } from '../customer/customer.queries.ts'
import { FactSection } from './facts/fact-section.tsx'
import { LeadSection } from './leads/lead-section.tsx'
import { ProfileHead } from './profile/profile-head.tsx'
import { ReminderSection } from './reminders/reminder-section.tsx'
import { StageBar } from './stage/stage-bar.tsx'
import { TagSection } from './tags/tag-section.tsx'
import { texts } from './texts.ts'
import styles from './customer-panel.module.css'

const LeadTab = onDemand(async () => (await import('./leads/lead-tab.tsx')).LeadTab)
const HistoryTab = onDemand(async () => (await import('./history/history-tab.tsx')).HistoryTab)

const TABS = ['profile', 'leads', 'history'] as const
type Tab = (typeof TABS)[number]

type CustomerPanelProps = {
  customerId: CustomerId
  /** Scrolls the thread to a message. */
  onShowMessage: (seq: number) => void
}

/** Profile, contacts and sessions of the customer. */
export function CustomerPanel({ customerId, onShowMessage }: CustomerPanelProps) {
  const { data: customer, error, refetch } = useCustomer(customerId)
  if (!customer) return error ? <ErrorBlock message={messageOf(error)} onRetry={refetch} /> : <PanelSkeleton />
  // Keyed by customer: unsaved input must never reach another customer.
  return <DeferredTabs key={customerId} customer={customer} onShowMessage={onShowMessage} />
}

type TabsProps = { customer: CustomerDetail; onShowMessage: (seq: number) => void }

/** Low priority: the thread renders first, also when the customer is opened. */
function DeferredTabs({ customer, onShowMessage }: TabsProps) {
  const shown = useDeferredValue<CustomerDetail | null>(customer, null)
  return shown && <Tabs customer={shown} onShowMessage={onShowMessage} />
}

const Tabs = memo(function Tabs({ customer, onShowMessage }: TabsProps) {
  const [tab, setTab] = useState<Tab>('profile')
  // The parts that a request opens are all in this tab.
  const isAskedFor = useWantsPanel(customer.customerId)
  if (isAskedFor && tab !== 'profile') setTab('profile')
  const counts = { profile: 0, leads: customer.leadCount, history: customer.sessionCount }
  return (
    <div className={styles.panel}>
      <div className={styles.tabs} role="tablist" aria-label={texts.tabs}>
        {TABS.map((it) => (
          <button
            key={it}
            type="button"
            role="tab"
            id={`panel-tab-${it}`}
            aria-controls="panel-body"
            aria-selected={it === tab}
            tabIndex={it === tab ? 0 : -1}
            onClick={() => setTab(it)}
            onKeyDown={(event) => {
              const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
              const next = TABS[(TABS.indexOf(it) + by + TABS.length) % TABS.length]
              if (by === 0 || !next) return
              setTab(next)
              document.getElementById(`panel-tab-${next}`)?.focus()
            }}
          >
            {texts[it]}
            {counts[it] > 0 && <em>{counts[it]}</em>}
          </button>
        ))}
      </div>
      <div
        id="panel-body"
        className={styles.body}
        role="tabpanel"
        aria-labelledby={`panel-tab-${tab}`}
        onCopy={reportSelectedLeads}
      >
        {tab === 'profile' && <ProfileTab customer={customer} onAllLeads={() => setTab('leads')} />}
        {tab === 'leads' && <LeadTab customerId={customer.customerId} onShowMessage={onShowMessage} />}
        {tab === 'history' && <HistoryTab customer={customer} onShowMessage={onShowMessage} />}
      </div>
    </div>
  )
})

const LINES = ['70%', '52%', '64%', '58%', '46%', '60%']

const PanelSkeleton = () => (
  <Skeleton>
    <div className={styles.who}>
      <Disc size={52} />
      <div className={styles.lines}>
        <Bar width="60%" height={16} />
        <Bar width="40%" />
      </div>
    </div>
    <div className={styles.facts}>
      {LINES.map((width) => (
        <Bar key={width} width={width} />
      ))}
    </div>
  </Skeleton>
)

function ProfileTab({ customer, onAllLeads }: { customer: CustomerDetail; onAllLeads: () => void }) {
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
