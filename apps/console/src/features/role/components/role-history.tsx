import { roleApi, type RoleId } from '@ruwu/contract'
import { Empty, ErrorBlock, SkeletonRows } from '@ruwu/ui'
import { useInfiniteQuery } from '@tanstack/react-query'
import { History } from 'lucide-react'
import { call } from '../../../api/call.ts'
import { messageOf } from '../../../api/errors.ts'
import { MoreButton } from '../../../list/more-button.tsx'
import { AuditEntries } from '../../audit/index.ts'
import { roleKeys } from '../../permission/index.ts'
import { texts } from '../texts.ts'

/** Below `roleKeys.all`, so that events about roles refetch it. */
const useRoleHistory = (id: RoleId) =>
  useInfiniteQuery({
    queryKey: [...roleKeys.all, 'history', id],
    queryFn: ({ pageParam: cursor }) => call(roleApi.history, { body: { id, cursor } }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.nextCursor,
    select: ({ pages }) => pages.flatMap((page) => page.items),
  })

/** Who changed the role, from the audit log. */
export function RoleHistory({ id }: { id: RoleId }) {
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useRoleHistory(id)
  if (error && !data) return <ErrorBlock message={messageOf(error)} onRetry={refetch} />
  if (!data) return <SkeletonRows rows={4} disc={false} />
  if (data.length === 0) return <Empty icon={History} text={texts.noHistory} />
  return (
    <>
      <AuditEntries entries={data} />
      {hasNextPage && <MoreButton isFetching={isFetchingNextPage} onClick={() => void fetchNextPage()} />}
    </>
  )
}
