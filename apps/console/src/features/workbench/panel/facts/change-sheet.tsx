import type { CustomerId } from '@ruwu/contract'
import { formatDateTimeSeconds } from '@ruwu/domain'
import { Empty, ErrorBlock, SideSheet, SkeletonRows } from '@ruwu/ui'
import { History, ArrowRight } from 'lucide-react'
import { messageOf } from '../../../../api/errors.ts'
import { MoreButton } from '../../../../list/more-button.tsx'
import { useAgents } from '../../../agent/index.ts'
import { useTimeZone } from '../../../enterprise/index.ts'
import { useChanges } from '../panel.queries.ts'
import { texts } from '../texts.ts'
import styles from './change-sheet.module.css'

/** 变更记录 of the profile. */
export function ChangeSheet({ customerId, onClose }: { customerId: CustomerId; onClose: () => void }) {
  return (
    <SideSheet title={texts.changes} onClose={onClose}>
      <Changes customerId={customerId} />
    </SideSheet>
  )
}

function Changes({ customerId }: { customerId: CustomerId }) {
  const { data: changes, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useChanges(customerId)
  const { data: agents } = useAgents()
  const timeZone = useTimeZone()
  if (!changes)
    return error ? <ErrorBlock message={messageOf(error)} onRetry={refetch} /> : <SkeletonRows disc={false} />
  if (changes.length === 0) return <Empty icon={History} text={texts.noChanges} />
  return (
    <>
      <ol className={styles.changes}>
        {changes.map(({ id, field, before, after, agentId, at }) => (
          <li key={id}>
            <p className={styles.what}>
              <b>{field}</b>
              <ChangedValue before={before} after={after} />
            </p>
            <p className={styles.who}>
              <span>{agentId === null ? texts.system : agents?.find((it) => it.id === agentId)?.name}</span>
              <time dateTime={at}>{formatDateTimeSeconds(at, timeZone)}</time>
            </p>
          </li>
        ))}
      </ol>
      {hasNextPage && <MoreButton isFetching={isFetchingNextPage} onClick={() => void fetchNextPage()} />}
    </>
  )
}

/** Old and new value; only one of them when the other is empty. */
export function ChangedValue({ before, after }: { before: string; after: string }) {
  if (before === '') return <span className={styles.after}>{texts.setTo(after)}</span>
  if (after === '') return <span className={styles.after}>{texts.emptied(before)}</span>
  return (
    <>
      <span>{before}</span>
      <ArrowRight size={13} aria-hidden="true" />
      <span className={styles.after}>{after}</span>
    </>
  )
}
