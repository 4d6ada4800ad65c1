import type { Candidate, RelationId } from '@ruwu/contract'
import { formatDateTime, formatNumber } from '@ruwu/domain'
import { Button, Empty, ErrorBlock, Panel, SkeletonRows } from '@ruwu/ui'
import { MessagesSquare } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { messageOf } from '../../../api/errors.ts'
import { showError } from '../../../api/show-error.ts'
import { ListFoot } from '../../../list/list-foot.tsx'
import { pageSizeOf, withPaging, type Paging } from '../../../list/url-query.ts'
import { AnswerDialog } from '../../ai-run/index.ts'
import { useTimeZone } from '../../enterprise/index.ts'
import { useReviewCandidate } from '../knowledge.mutations.ts'
import { useCandidates } from '../knowledge.queries.ts'
import { texts } from '../texts.ts'
import styles from './candidate-list.module.css'
import { ChatLink } from './chat-link.tsx'

type CandidateListProps = { relationId: RelationId; paging: Paging; canEdit: boolean }

/** Questions answered by agents: each becomes a knowledge entry or is ignored. */
export function CandidateList({ relationId, paging, canEdit }: CandidateListProps) {
  const [, setSearch] = useSearchParams()
  const { data, error, isFetching, refetch } = useCandidates(relationId, paging)
  // Held here and not by the row: the row leaves the list when a colleague reviews it, and a typed answer must stay.
  const [accepted, setAccepted] = useState<Candidate>()
  const review = useReviewCandidate(relationId)
  return (
    <Panel refreshing={isFetching && data !== undefined}>
      {error && !data ? (
        <ErrorBlock message={messageOf(error)} onRetry={refetch} />
      ) : !data ? (
        <SkeletonRows rows={4} height={112} disc={false} />
      ) : data.items.length === 0 ? (
        <Empty icon={MessagesSquare} text={`${texts.candidatesNone}。${texts.candidatesHint}`} />
      ) : (
        <>
          <ul className={styles.list}>
            {data.items.map((item) => (
              <CandidateItem
                key={item.id}
                relationId={relationId}
                candidate={item}
                canEdit={canEdit}
                onAccept={() => setAccepted(item)}
              />
            ))}
          </ul>
          <ListFoot
            total={data.total}
            paging={{ page: data.page, pageSize: pageSizeOf(data.pageSize) }}
            onTurn={(next) => setSearch((old) => withPaging(old, next))}
          />
        </>
      )}
      {accepted && (
        <AnswerDialog
          title={texts.acceptTitle}
          initial={{ question: accepted.question, answer: accepted.answer }}
          onSubmit={(entry) => review.mutateAsync({ id: accepted.id, entry })}
          onClose={() => setAccepted(undefined)}
        />
      )}
    </Panel>
  )
}

type CandidateItemProps = { relationId: RelationId; candidate: Candidate; canEdit: boolean; onAccept: () => void }

function CandidateItem({ relationId, candidate, canEdit, onAccept }: CandidateItemProps) {
  const { id, question, answer, times, customerId, messageId, lastAt } = candidate
  const timeZone = useTimeZone()
  const review = useReviewCandidate(relationId)
  return (
    <li>
      <b>{question}</b>
      <p>{answer}</p>
      <footer>
        <span>{texts.candidateTimes(formatNumber(times))}</span>
        <span>{texts.lastAsked(formatDateTime(lastAt, timeZone))}</span>
        <ChatLink customerId={customerId} messageId={messageId}>
          {texts.seeChat}
        </ChatLink>
        {canEdit && (
          <span className={styles.actions}>
            <Button size="sm" busy={review.isPending} onClick={() => review.mutate({ id }, { onError: showError })}>
              {texts.reject}
            </Button>
            <Button size="sm" onClick={onAccept}>
              {texts.accept}
            </Button>
          </span>
        )}
      </footer>
    </li>
  )
}
