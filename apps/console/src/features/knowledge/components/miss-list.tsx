import { type Miss, MISS_SORTS, type RelationId } from '@ruwu/contract'
import { ErrorBlock, Empty, Panel, SkeletonRows } from '@ruwu/ui'
import { CircleQuestionMark } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { messageOf } from '../../../api/errors.ts'
import { ListFoot } from '../../../list/list-foot.tsx'
import { pageSizeOf, withPaging, type Paging } from '../../../list/url-query.ts'
import { readSort } from '../../../list/url-sort.ts'
import { useIsPhone } from '../../../browser/media-query.ts'
import { AnswerDialog } from '../../ai-run/index.ts'
import { useResolveMiss } from '../knowledge.mutations.ts'
import { useMisses } from '../knowledge.queries.ts'
import { texts } from '../texts.ts'
import { MissCards } from './miss-cards.tsx'
import { MissTable } from './miss-table.tsx'

type MissListProps = { relationId: RelationId; paging: Paging; canEdit: boolean }

/** Questions without a knowledge entry: answered now or ignored. */
export function MissList({ relationId, paging, canEdit }: MissListProps) {
  const [search, setSearch] = useSearchParams()
  const { data, error, isFetching, refetch } = useMisses(relationId, paging, readSort(search, MISS_SORTS))
  const [filled, setFilled] = useState<Miss>()
  const settle = useResolveMiss(relationId)
  const isPhone = useIsPhone()
  const List = isPhone ? MissCards : MissTable
  return (
    <Panel refreshing={isFetching && data !== undefined}>
      {error && !data ? (
        <ErrorBlock message={messageOf(error)} onRetry={refetch} />
      ) : !data ? (
        <SkeletonRows rows={6} height={isPhone ? 92 : undefined} head={!isPhone} disc={false} />
      ) : data.items.length === 0 ? (
        <Empty icon={CircleQuestionMark} text={`${texts.missesNone}。${texts.missesHint}`} />
      ) : (
        <>
          <List relationId={relationId} misses={data.items} canEdit={canEdit} onFill={setFilled} />
          <ListFoot
            total={data.total}
            paging={{ page: data.page, pageSize: pageSizeOf(data.pageSize) }}
            onTurn={(next) => setSearch((old) => withPaging(old, next))}
          />
        </>
      )}
      {filled && (
        <AnswerDialog
          title={texts.fillTitle}
          initial={{ question: filled.question, answer: '' }}
          onSubmit={(entry) => settle.mutateAsync({ id: filled.id, entry })}
          onClose={() => setFilled(undefined)}
        />
      )}
    </Panel>
  )
}
