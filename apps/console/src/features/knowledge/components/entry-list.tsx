import { ErrorBlock, Panel, SkeletonRows } from '@ruwu/ui'
import { BookOpen } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { messageOf } from '../../../api/errors.ts'
import { ListFoot } from '../../../list/list-foot.tsx'
import { NoRows } from '../../../list/no-rows.tsx'
import { pageSizeOf, withPaging } from '../../../list/paging.ts'
import { useIsPhone } from '../../../browser/media-query.ts'
import { withEntry, withFilter, type ReadFilter } from '../knowledge-url.ts'
import { useKnowledge } from '../knowledge.queries.ts'
import { texts } from '../texts.ts'
import { AddButton } from './add-button.tsx'
import { KnowledgeCards } from './knowledge-cards.tsx'
import { KnowledgeFilters } from './knowledge-filters.tsx'
import { KnowledgeTable } from './knowledge-table.tsx'
import styles from './sub-list.module.css'

export function EntryList({ filter, canEdit }: { filter: ReadFilter; canEdit: boolean }) {
  const [, setSearch] = useSearchParams()
  const { data, error, isFetching, refetch } = useKnowledge(filter)
  const isPhone = useIsPhone()
  const List = isPhone ? KnowledgeCards : KnowledgeTable
  const change = (next: ReadFilter) => setSearch((old) => withFilter(old, next))
  const isFiltered = Boolean(filter.type || filter.status || filter.keyword)
  const clear = isFiltered
    ? () => change({ ...filter, type: undefined, status: undefined, keyword: undefined })
    : undefined
  return (
    <>
      <div className={styles.filters}>
        <KnowledgeFilters filter={filter} onChange={change} onClear={clear} />
      </div>
      <Panel refreshing={isFetching && data !== undefined}>
        {error && !data ? (
          <ErrorBlock message={messageOf(error)} onRetry={refetch} />
        ) : !data ? (
          <SkeletonRows rows={8} height={isPhone ? 92 : undefined} head={!isPhone} disc={false} />
        ) : data.items.length === 0 ? (
          <NoRows
            onClear={clear}
            icon={BookOpen}
            text={texts.none}
            action={canEdit && <AddButton onAdd={(newType) => setSearch((old) => withEntry(old, { newType }))} />}
          />
        ) : (
          <>
            <List entries={data.items} canEdit={canEdit} />
            <ListFoot
              total={data.total}
              paging={{ page: data.page, pageSize: pageSizeOf(data.pageSize) }}
              onTurn={(next) => setSearch((old) => withPaging(old, next))}
            />
          </>
        )}
      </Panel>
    </>
  )
}
