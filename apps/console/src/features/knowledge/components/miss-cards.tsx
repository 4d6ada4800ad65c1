import { formatDateTime, formatNumber } from '@ruwu/domain'
import { useTimeZone } from '../../enterprise/index.ts'
import { texts } from '../texts.ts'
import styles from './candidate-list.module.css'
import { ChatLink } from './chat-link.tsx'
import { MissActions } from './miss-actions.tsx'
import type { MissListProps } from './miss-table.tsx'

/** The table on a phone: one card per question. */
export function MissCards({ relationId, misses, canEdit, onFill }: MissListProps) {
  const timeZone = useTimeZone()
  return (
    <ul className={styles.list}>
      {misses.map((miss) => (
        <li key={miss.id}>
          <b>{miss.question}</b>
          <footer>
            <span>{texts.candidateTimes(formatNumber(miss.times))}</span>
            <span>{texts.lastAsked(formatDateTime(miss.lastAt, timeZone))}</span>
            <ChatLink customerId={miss.customerId} messageId={miss.messageId}>
              {miss.customerName || texts.seeChat}
            </ChatLink>
            {canEdit && (
              <span className={styles.actions}>
                <MissActions relationId={relationId} miss={miss} onFill={onFill} />
              </span>
            )}
          </footer>
        </li>
      ))}
    </ul>
  )
}
