import type { AgentId, CustomerDetail, Session } from '@ruwu/contract'
import { formatDateTime } from '@ruwu/domain'
import { Chip, Empty, ErrorBlock, SkeletonRows } from '@ruwu/ui'
import { ChevronRight, History } from 'lucide-react'
import { messageOf } from '../../../../api/errors.ts'
import { MoreButton } from '../../../../list/more-button.tsx'
import { useAgents } from '../../../agent/index.ts'
import { useTimeZone } from '../../../enterprise/index.ts'
import { ReceptionMark } from '../../list/customer-row/reception-mark.tsx'
import { useFreshSessions, useSessions } from '../panel.queries.ts'
import { texts } from '../texts.ts'
import styles from './history-tab.module.css'

type HistoryTabProps = { customer: CustomerDetail; onShowMessage: (seq: number) => void }

/** The customer's sessions; a click scrolls to the first message of one. */
export function HistoryTab({ customer: { customerId, lastSeq }, onShowMessage }: HistoryTabProps) {
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useSessions(customerId)
  useFreshSessions(customerId, lastSeq)
  const { data: agents } = useAgents()
  if (!data)
    return error ? <ErrorBlock message={messageOf(error)} onRetry={refetch} /> : <SkeletonRows rows={4} disc={false} />
  if (data.length === 0) return <Empty icon={History} text={texts.noSessions} />
  const nameOf = (id: AgentId) => agents?.find((it) => it.id === id)?.name ?? ''
  return (
    <>
      <ol className={styles.sessions}>
        {data.map((session) => (
          <li key={session.sessionId}>
            <SessionRow session={session} nameOf={nameOf} onShow={() => onShowMessage(session.startSeq)} />
          </li>
        ))}
      </ol>
      {hasNextPage && <MoreButton isFetching={isFetchingNextPage} onClick={() => void fetchNextPage()} />}
    </>
  )
}

type SessionRowProps = { session: Session; nameOf: (id: AgentId) => string; onShow: () => void }

function SessionRow({ session, nameOf, onShow }: SessionRowProps) {
  const timeZone = useTimeZone()
  const { startAt, endAt, receptionPath, agentIds, ownMessages, replies, hasLead } = session
  const start = formatDateTime(startAt, timeZone)
  const end = endAt ? formatDateTime(endAt, timeZone) : texts.running
  // On the same day the time is enough.
  const shownEnd = end.startsWith(start.slice(0, 10)) ? end.slice(11) : end
  const names = agentIds.map(nameOf).filter(Boolean).join('、')
  return (
    <button type="button" className={styles.session} title={texts.toSession(start)} onClick={onShow}>
      <span className={styles.time}>
        {start} – {shownEnd}
        {hasLead && <Chip>{texts.hasLead}</Chip>}
      </span>
      <span className={styles.path}>
        {receptionPath.map((type, at) => (
          // A path may contain the same type twice, so the index is the key.
          // oxlint-disable-next-line react/no-array-index-key
          <span key={at}>
            {at > 0 && <ChevronRight size={12} aria-hidden="true" />}
            <ReceptionMark type={type} />
          </span>
        ))}
        {names && <span className="cut">{names}</span>}
      </span>
      <small>{texts.counts(ownMessages, replies)}</small>
    </button>
  )
}
