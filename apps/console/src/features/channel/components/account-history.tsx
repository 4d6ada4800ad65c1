import type { ChannelEventKind, RelationId } from '@ruwu/contract'
import { Empty, ErrorBlock, Panel, SkeletonRows } from '@ruwu/ui'
import { History } from 'lucide-react'
import { messageOf } from '../../../api/errors.ts'
import { MoreButton } from '../../../list/list-foot.tsx'
import { useAccountHistory } from '../channel.queries.ts'
import { texts } from '../texts.ts'
import { HistoryItems } from './history-items.tsx'

/** Audit history, newest first. */
export const AccountHistory = ({ relationId }: { relationId: RelationId }) => (
  <Panel title={texts.history}>
    <HistoryBody relationId={relationId} noneText={texts.historyNone} />
  </Panel>
)

type HistoryBodyProps = { relationId: RelationId; kind?: ChannelEventKind; noneText: string }

export function HistoryBody({ relationId, kind, noneText }: HistoryBodyProps) {
  const {
    data: items,
    error,
    refetch,
    hasNextPage,
    isFetchingNextPage,
    fetchNextPage,
  } = useAccountHistory(relationId, kind)
  if (error && !items) return <ErrorBlock message={messageOf(error)} onRetry={refetch} />
  if (!items) return <SkeletonRows rows={6} />
  if (items.length === 0) return <Empty icon={History} text={noneText} />
  return (
    <>
      <HistoryItems items={items} />
      {hasNextPage && <MoreButton isFetching={isFetchingNextPage} onClick={() => void fetchNextPage()} />}
    </>
  )
}
