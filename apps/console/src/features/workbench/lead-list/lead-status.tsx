import type { LeadStatus } from '@ruwu/contract'
import { LEAD_STATUS_LABELS } from '@ruwu/domain'
import { cx } from '@ruwu/ui'
import styles from './lead-status.module.css'

/** How much of the ring is filled; 无效 is a dash. */
const FILLED: Record<LeadStatus, number> = { new: 0, following: 0.5, added: 0.75, won: 1, invalid: 0 }

const [SIZE, RADIUS] = [11, 2.25]
const LENGTH = 2 * Math.PI * RADIUS

/** The status as a word with a ring that is filled by progress, so that it reads without colour. */
export const LeadStatusMark = ({ status }: { status: LeadStatus }) => (
  <span className={cx(styles.status, styles[status])}>
    <svg width={SIZE} height={SIZE} viewBox="0 0 11 11" aria-hidden="true">
      {status === 'invalid' ? (
        <path d="M1.5 5.5h8" stroke="currentColor" strokeWidth="2" />
      ) : (
        <>
          <circle cx="5.5" cy="5.5" r="4.5" fill="none" stroke="currentColor" strokeWidth="2" />
          <circle
            cx="5.5"
            cy="5.5"
            r={RADIUS}
            fill="none"
            stroke="currentColor"
            strokeWidth={RADIUS * 2}
            strokeDasharray={`${FILLED[status] * LENGTH} ${LENGTH}`}
            transform="rotate(-90 5.5 5.5)"
          />
        </>
      )}
    </svg>
    {LEAD_STATUS_LABELS[status]}
  </span>
)
