import { Button, ErrorBlock, Panel, SkeletonRows } from '@ruwu/ui'
import { CARD_TYPE_LABELS } from '@ruwu/domain'
import { CreditCard } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { messageOf } from '../../../api/errors.ts'
import { ListFoot } from '../../../list/list-foot.tsx'
import { NoRows } from '../../../list/no-rows.tsx'
import { pageSizeOf, withPaging } from '../../../list/paging.ts'
import { useIsPhone } from '../../../browser/media-query.ts'
import type { groupsFor } from '../card-group.ts'
import type { ReadFilter } from '../material-filter.ts'
import { useMaterials } from '../material.queries.ts'
import { texts } from '../texts.ts'
import { CardTabs } from './card-tabs.tsx'
import { MaterialCards } from './material-cards.tsx'
import { MaterialTable } from './material-table.tsx'

type MaterialPanelProps = {
  groups: ReturnType<typeof groupsFor>
  filter: ReadFilter
  canEdit: boolean
  canRemove: boolean
  onClear: (() => void) | undefined
  onCreate: (() => void) | undefined
}

export function MaterialPanel({ groups, filter, canEdit, canRemove, onClear, onCreate }: MaterialPanelProps) {
  const { data, error, isFetching, refetch } = useMaterials(filter)
  const [, setSearch] = useSearchParams()
  const isPhone = useIsPhone()
  const List = isPhone ? MaterialCards : MaterialTable
  return (
    <Panel refreshing={isFetching && data !== undefined}>
      <CardTabs groups={groups} current={filter.type} />
      {error && !data ? (
        <ErrorBlock message={messageOf(error)} onRetry={refetch} />
      ) : !data ? (
        <SkeletonRows rows={6} height={isPhone ? 112 : undefined} head={!isPhone} />
      ) : data.items.length === 0 ? (
        <NoRows
          onClear={onClear}
          icon={CreditCard}
          text={onCreate ? texts.none : `${texts.none}。${texts.noneHint}`}
          action={onCreate && <Button onClick={onCreate}>{texts.create(CARD_TYPE_LABELS[filter.type])}</Button>}
        />
      ) : (
        <>
          <List cards={data.items} canEdit={canEdit} canRemove={canRemove} />
          <ListFoot
            total={data.total}
            paging={{ page: data.page, pageSize: pageSizeOf(data.pageSize) }}
            onTurn={(next) => setSearch((old) => withPaging(old, next))}
          />
        </>
      )}
    </Panel>
  )
}
