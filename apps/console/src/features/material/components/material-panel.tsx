import { type CardType, type Material, MATERIAL_SORTS } from '@ruwu/contract'
import { CARD_TYPE_LABELS, formatNumber, formatPercent, formatDateTime } from '@ruwu/domain'
import { Button, ErrorBlock, Panel, SkeletonRows, TruncatedText, TabNav } from '@ruwu/ui'
import { Segmented, Table, type TableColumnsType } from 'antd'
import { CreditCard } from 'lucide-react'
import { useSearchParams, Link } from 'react-router'
import { messageOf } from '../../../api/errors.ts'
import { useIsPhone } from '../../../browser/media-query.ts'
import { ListFoot } from '../../../list/list-foot.tsx'
import { NoRows } from '../../../list/no-rows.tsx'
import { pageSizeOf, withPaging } from '../../../list/url-query.ts'
import { useUrlSort } from '../../../list/url-sort.ts'
import { useTimeZone } from '../../enterprise/index.ts'
import { rateOf } from '../card-facts.ts'
import type { groupsFor } from '../card-group.ts'
import type { ReadFilter } from '../material-filter.ts'
import { useMaterials } from '../material.queries.ts'
import { texts } from '../texts.ts'
import { MaterialActions } from './material-actions.tsx'
import { AuditState, EnableSwitch, Thumbnail } from './material-cells.tsx'
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
          text={onCreate || !canEdit ? texts.none : `${texts.none}。${texts.noneHint}`}
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

type CardTabsProps = { groups: ReturnType<typeof groupsFor>; current: CardType }

/** Card types; a tab with two types shows a choice beside it. */
function CardTabs({ groups, current }: CardTabsProps) {
  const [, setSearch] = useSearchParams()
  const [first] = groups
  const isFirst = (type: CardType) => first?.types[0] === type
  const searchOf = (type: CardType) => (isFirst(type) ? '' : `?type=${type}`)
  const siblings = groups.find(({ types }) => types.includes(current))?.types ?? []
  return (
    <div className={styles.tabs}>
      <TabNav label={texts.tabs}>
        {groups.map(({ group, types: [type] }) =>
          type ? (
            <li key={group}>
              <Link
                to={{ search: searchOf(type) }}
                aria-current={siblings.includes(type) || type === current ? 'page' : undefined}
              >
                {texts.tabNames[group]}
              </Link>
            </li>
          ) : null,
        )}
      </TabNav>
      {siblings.length > 1 && (
        <Segmented
          className={styles.choice}
          size="small"
          aria-label={texts.tabs}
          options={siblings.map((value) => ({ value, label: CARD_TYPE_LABELS[value] }))}
          value={current}
          onChange={(type) => setSearch({ type })}
        />
      )}
    </div>
  )
}

type MaterialListProps = { cards: Material[]; canEdit: boolean; canRemove: boolean }

function MaterialTable({ cards, canEdit, canRemove }: MaterialListProps) {
  const timeZone = useTimeZone()
  const isContact = cards[0]?.type === 'contact'
  const { column, onChange } = useUrlSort(MATERIAL_SORTS)
  const columns: TableColumnsType<Material> = [
    {
      title: texts.name,
      fixed: 'left',
      width: 260,
      render: (_, card) => (
        <span className={styles.card}>
          <Thumbnail card={card} />
          <TruncatedText text={card.name} />
        </span>
      ),
    },
    { title: texts.platformId, width: 150, render: (_, { platformId }) => <TruncatedText text={platformId} /> },
    { title: texts.status, width: 104, render: (_, card) => <AuditState card={card} /> },
    {
      title: texts.sent,
      width: 88,
      align: 'right',
      ...column('sent'),
      render: (_, { sent }) => <Count value={sent} />,
    },
    {
      title: isContact ? texts.copied : texts.clicked,
      width: 88,
      align: 'right',
      ...column('clicked'),
      render: (_, { clicked }) => <Count value={clicked} />,
    },
    {
      title: texts.submitted,
      width: 88,
      align: 'right',
      ...column('submitted'),
      render: (_, card) => <Count value={card.submitted} />,
    },
    { title: texts.rate, width: 84, align: 'right', render: (_, card) => <Rate value={rateOf(card)} /> },
    {
      title: texts.updatedAt,
      width: 148,
      ...column('updatedAt'),
      render: (_, { updatedAt }) => formatDateTime(updatedAt, timeZone),
    },
    { title: texts.enabled, width: 68, render: (_, card) => <EnableSwitch card={card} canEdit={canEdit} /> },
    {
      title: texts.actions,
      fixed: 'right',
      width: canRemove ? 104 : 68,
      render: (_, card) => <MaterialActions card={card} canEdit={canEdit} canRemove={canRemove} />,
    },
  ]
  return (
    <Table
      rowKey="id"
      columns={columns}
      dataSource={cards}
      onChange={onChange}
      pagination={false}
      tableLayout="fixed"
      scroll={{ x: 1182 }}
    />
  )
}

const Count = ({ value }: { value: number }) => (
  <span className={value === 0 ? styles.quiet : undefined}>{formatNumber(value)}</span>
)

const Rate = ({ value }: { value: number }) => (
  <span className={value <= 0 ? styles.quiet : undefined}>{formatPercent(value)}</span>
)
