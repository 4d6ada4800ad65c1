import { CARD_TYPE_LABELS, formatNumber, formatPercent } from '@ruwu/domain'
import { Button, ErrorBlock, Panel, SkeletonRows, TruncatedText } from '@ruwu/ui'
import { CreditCard } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { messageOf } from '../../../api/errors.ts'
import { useIsPhone } from '../../../browser/media-query.ts'
import { ListFoot } from '../../../list/list-foot.tsx'
import { NoRows } from '../../../list/no-rows.tsx'
import { pageSizeOf, withPaging } from '../../../list/url-query.ts'
import { rateOf } from '../card-facts.ts'
import type { groupsFor } from '../card-group.ts'
import type { ReadFilter } from '../material-filter.ts'
import { useMaterials } from '../material.queries.ts'
import { texts } from '../texts.ts'
import { CardTabs } from './card-tabs.tsx'
import { MaterialActions } from './material-actions.tsx'
import { AuditState, EnableSwitch, Thumbnail } from './material-cells.tsx'
import { MaterialTable, type MaterialListProps } from './material-table.tsx'
import styles from './material-panel.module.css'

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

/** The table on a phone: one card per row. */
function MaterialCards({ cards, canEdit, canRemove }: MaterialListProps) {
  return (
    <ul className={styles.cards}>
      {cards.map((card) => (
        <li key={card.id}>
          <div className={styles.line}>
            <Thumbnail card={card} />
            <span className={styles.words}>
              <b>
                <TruncatedText text={card.name} />
              </b>
              <AuditState card={card} />
            </span>
            <EnableSwitch card={card} canEdit={canEdit} />
          </div>
          <p className={styles.meta}>
            <span>
              {texts.sent} {formatNumber(card.sent)}
            </span>
            <span>
              {card.type === 'contact' ? texts.copied : texts.clicked} {formatNumber(card.clicked)}
            </span>
            <span>
              {texts.submitted} {formatNumber(card.submitted)}
            </span>
            <span>
              {texts.rate} {formatPercent(rateOf(card))}
            </span>
          </p>
          <MaterialActions card={card} canEdit={canEdit} canRemove={canRemove} />
        </li>
      ))}
    </ul>
  )
}
