import type { KnowledgeId, KnowledgeUse, RelationId } from '@ruwu/contract'
import { formatDateTime } from '@ruwu/domain'
import { Empty, ErrorBlock, SkeletonRows, StatusLabel } from '@ruwu/ui'
import { MessagesSquare } from 'lucide-react'
import { messageOf } from '../../../api/errors.ts'
import { MoreButton } from '../../../list/more-button.tsx'
import { SourceIcon } from '../../../rendering/source-icon.tsx'
import { useTimeZone } from '../../enterprise/index.ts'
import { useUsage } from '../knowledge.queries.ts'
import { texts } from '../texts.ts'
import { ChatLink } from './chat-link.tsx'
import styles from './usage-list.module.css'

/** Messages that used the entry, newest first, each with a link. */
export function UsageList({ relationId, id }: { relationId: RelationId; id: KnowledgeId }) {
  const uses = useUsage(relationId, id)
  if (uses.error && !uses.data) return <ErrorBlock message={messageOf(uses.error)} onRetry={uses.refetch} />
  if (!uses.data) return <SkeletonRows rows={5} disc={false} />
  const { items, isScoped } = uses.data
  return (
    <>
      {isScoped && <p className={styles.scope}>{texts.usageScoped}</p>}
      {items.length === 0 && !uses.hasNextPage ? (
        <Empty icon={MessagesSquare} text={texts.usageNone} />
      ) : (
        <ol className={styles.uses}>
          {items.map((use) => (
            <Use key={use.runId} use={use} />
          ))}
        </ol>
      )}
      {uses.hasNextPage && (
        <MoreButton isFetching={uses.isFetchingNextPage} onClick={() => void uses.fetchNextPage()} />
      )}
    </>
  )
}

function Use({
  use: { customerId, customerName, source, state, question, score, messageId, at },
}: {
  use: KnowledgeUse
}) {
  const timeZone = useTimeZone()
  return (
    <li>
      <p>
        <SourceIcon source={source} />
        <ChatLink customerId={customerId} messageId={messageId}>
          {customerName}
        </ChatLink>
        {state === 'handoff' && <StatusLabel tone="warning">{texts.handedOver}</StatusLabel>}
        <time dateTime={at}>{formatDateTime(at, timeZone)}</time>
      </p>
      <p>
        <span>{question}</span>
        {score !== null && <small>{texts.matched(score.toFixed(2))}</small>}
      </p>
    </li>
  )
}
