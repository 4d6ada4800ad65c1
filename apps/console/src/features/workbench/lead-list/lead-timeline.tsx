import type { LeadId, LeadMoment } from '@ruwu/contract'
import { ErrorBlock, SkeletonRows } from '@ruwu/ui'
import { Flag, type LucideIcon, LogIn, Phone, UserRoundCheck } from 'lucide-react'
import { messageOf } from '../../../api/errors.ts'
import { useLeadTimeline } from '../../lead/index.ts'
import { Time } from './lead-table.tsx'
import { texts } from './texts.ts'
import styles from './lead-timeline.module.css'

const ICONS: Record<LeadMoment['kind'], LucideIcon> = {
  enter: LogIn,
  contact: Phone,
  reception: UserRoundCheck,
  change: Flag,
}

/** What happened to the lead and its customer, newest first. */
export function LeadTimeline({ leadId }: { leadId: LeadId }) {
  const { data: moments, error, refetch } = useLeadTimeline(leadId)
  return (
    <section className={styles.timeline}>
      <h3>
        {texts.timeline}
        {moments && moments.length > 0 && <small>{texts.timelineCount(moments.length)}</small>}
      </h3>
      {error && !moments ? (
        <ErrorBlock message={messageOf(error)} onRetry={refetch} />
      ) : !moments ? (
        <SkeletonRows rows={3} />
      ) : moments.length === 0 ? (
        <p className={styles.none}>{texts.noTimeline}</p>
      ) : (
        <ol>
          {moments.map(({ id, at, kind, text, agentName }) => {
            const Icon = ICONS[kind]
            return (
              <li key={id} data-kind={kind}>
                <span className={styles.mark}>
                  <Icon size={12} strokeWidth={2} aria-hidden="true" />
                </span>
                <span>{agentName ? `${agentName} · ${text}` : text}</span>
                <Time at={at} />
              </li>
            )
          })}
        </ol>
      )}
    </section>
  )
}
