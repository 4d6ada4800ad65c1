import { type DrillMetric, TAG_SORTS, type TagId, type TagRow } from '@ruwu/contract'
import { formatNumber, sortTags } from '@ruwu/domain'
import type { TableColumnsType } from 'antd'
import { Tags } from 'lucide-react'
import { ListFoot } from '../../../list/list-foot.tsx'
import { ListLink } from '../../../list/list-link.tsx'
import { pageOf, readPaging, withPaging } from '../../../list/url-query.ts'
import { useUrlSort } from '../../../list/url-sort.ts'
import { useUrlQuery } from '../../../list/use-url-query.ts'
import { TagDot, useTagMap } from '../../tag/index.ts'
import { defined } from '../components/metric-columns.tsx'
import { RowsPanel } from '../components/rows-panel.tsx'
import { TileStrip } from '../components/tile-strip.tsx'
import { useAsOf, useFigures, useStatisticsFilter } from '../components/use-filter.ts'
import type { TabProps } from '../statistics-page.tsx'
import { useTagStatistics } from '../statistics.queries.ts'
import { texts } from '../texts.ts'
import { Rate } from './channel-tab.tsx'
import styles from './tabs.module.css'

const TILES = 2

type Field = (typeof TAG_SORTS)[number]

/** What the figures of a tag count, but for its bindings. */
const METRICS = {
  customers: 'enterCustomers',
  leadCustomers: 'leadCustomers',
  leadRate: 'leadRate',
  share: 'enterCustomers',
} as const satisfies Record<Exclude<Field, 'added'>, DrillMetric>

export function TagTab({ onAsOf }: TabProps) {
  const asked = useStatisticsFilter()
  const { data, filter, state, panelState, link, tileLink } = useFigures(asked, useTagStatistics(asked.filter))
  const [query, change] = useUrlQuery()
  const { sort, column, onChange } = useUrlSort(TAG_SORTS)
  const tags = useTagMap()
  useAsOf(data?.asOf, onAsOf)
  const sorted = data && sortTags(data.rows, sort)
  const paging = readPaging(query)
  const shown = sorted && pageOf(sorted, paging)
  /** The list behind a figure of a tag. */
  const listOf = (field: Field, tagId: TagId): string | undefined => {
    if (field === 'added') return link('sessions', { addedTagId: tagId })
    return canNarrow(filter.tagIds, tagId) ? link(METRICS[field], { filter: { tagIds: [tagId] } }) : undefined
  }
  const figure = (field: Field, width: number) => ({
    title: texts[field],
    ...defined(texts.tagDefinitions[field]),
    width,
    align: 'right' as const,
    ...column(field),
    render: (_: unknown, { tagId, [field]: value }: TagRow) => (
      <ListLink to={value > 0 ? listOf(field, tagId) : undefined}>
        {field === 'leadRate' || field === 'share' ? <Rate value={value} /> : formatNumber(value)}
      </ListLink>
    ),
  })
  const columns: TableColumnsType<TagRow> = [
    {
      title: texts.tag,
      fixed: 'left',
      width: 180,
      render: (_, { tagId, name }) => {
        const color = tags.get(tagId)?.color
        return (
          <span className={styles.named}>
            {color && <TagDot color={color} />}
            {name}
          </span>
        )
      },
    },
    figure('customers', 110),
    figure('added', 110),
    figure('leadCustomers', 110),
    figure('leadRate', 140),
    figure('share', 140),
  ]
  return (
    <>
      <TileStrip label={texts.sums} tiles={data?.tiles} count={TILES} linkOf={tileLink} {...panelState} />
      <RowsPanel
        label={texts.tabs.tag}
        rows={shown?.rows}
        rowKey={({ tagId }) => tagId}
        columns={columns}
        width={790}
        {...state}
        onChange={onChange}
        icon={Tags}
        none={texts.noTags}
        foot={
          shown && (
            <ListFoot
              total={sorted.length}
              paging={{ ...paging, page: shown.page }}
              onTurn={(next) => change((old) => withPaging(old, next))}
            />
          )
        }
      />
    </>
  )
}

/** Customers of a row have its tag beside one of the chosen tags; a filter asks for any of its tags, never for two. */
const canNarrow = (chosen: readonly TagId[], id: TagId): boolean => chosen.length === 0 || chosen.includes(id)
