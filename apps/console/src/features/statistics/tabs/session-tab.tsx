import { type DrillMetric, type SessionPageRow, SESSION_SORTS } from '@ruwu/contract'
import {
  formatDateTime,
  formatDuration,
  formatNumber,
  METRIC_CATALOGUE,
  NO_VALUE,
  RECEPTION_TYPE_LABELS,
  SOURCE_LABELS,
} from '@ruwu/domain'
import { TruncatedText } from '@ruwu/ui'
import type { TableColumnsType } from 'antd'
import { MessagesSquare } from 'lucide-react'
import { Link } from 'react-router'
import { ListFoot } from '../../../list/list-foot.tsx'
import { DEFAULT_PAGING, pageSizeOf, withPaging } from '../../../list/url-query.ts'
import { useUrlSort } from '../../../list/url-sort.ts'
import { useUrlQuery } from '../../../list/use-url-query.ts'
import { useCan } from '../../permission/index.ts'
import { TagDot, useTagMap } from '../../tag/index.ts'
import { defined, metricTitle } from '../components/metric-columns.tsx'
import { RowsPanel } from '../components/rows-panel.tsx'
import { useAsOf, useFigures, useStatisticsFilter } from '../components/use-filter.ts'
import type { TabProps } from '../statistics-page.tsx'
import { isDrilled, readSessionBody, withoutDrill } from '../statistics-url.ts'
import { useSessionPage } from '../statistics.queries.ts'
import { texts } from '../texts.ts'
import { LeadListLink } from './lead-tab.tsx'
import styles from './tabs.module.css'

/** 会话明细: the sessions of the filter, or what one figure counted. */
export function SessionTab({ onAsOf }: TabProps) {
  const [query, change] = useUrlQuery()
  const body = readSessionBody(query)
  const { column, onChange } = useUrlSort(SESSION_SORTS)
  const { data, error, isFetching, refetch } = useSessionPage(body)
  const columns = useSessionColumns(column)
  const tags = useTagMap()
  useAsOf(data?.asOf, onAsOf)
  return (
    <RowsPanel
      label={texts.tabs.session}
      head={
        isDrilled(query) && (
          <p className={styles.note}>
            {texts.drilled(
              body.addedTagId ? texts.addedTag(tags.get(body.addedTagId)?.name) : METRIC_CATALOGUE[body.metric].label,
            )}
            <Link className={styles.link} to={`?${withoutDrill(query)}`}>
              {texts.showAll}
            </Link>
            <LeadListLink />
          </p>
        )
      }
      rows={data?.rows}
      rowKey={({ key }) => key}
      columns={columns}
      width={widthOf(columns)}
      error={error}
      onRetry={refetch}
      isFetching={isFetching}
      onChange={onChange}
      icon={MessagesSquare}
      none={texts.noSessions}
      foot={
        data && (
          <ListFoot
            total={data.total}
            paging={{ page: data.page, pageSize: pageSizeOf(data.pageSize) }}
            onTurn={(next) => change((old) => withPaging(old, next))}
          />
        )
      }
    />
  )
}

const NEWEST_FIRST = { field: 'at', order: 'desc' } as const

type SessionPanelProps = { title: string; none: string; metric: DrillMetric }

/** The first rows of what a figure counted, and a way to all of them. */
export function SessionPanel({ title, none, metric }: SessionPanelProps) {
  const { sort = NEWEST_FIRST, column, onChange } = useUrlSort(SESSION_SORTS)
  const asked = useStatisticsFilter()
  const { data, state, link } = useFigures(asked, useSessionPage({ ...asked.filter, ...DEFAULT_PAGING, metric, sort }))
  const columns = useSessionColumns(column)
  return (
    <RowsPanel
      title={title}
      note={data && texts.count(data.total)}
      actions={
        data &&
        data.total > 0 && (
          <Link className={styles.link} to={link(metric)}>
            {texts.viewAll}
          </Link>
        )
      }
      rows={data?.rows}
      rowKey={({ key }) => key}
      columns={columns}
      width={widthOf(columns)}
      {...state}
      onChange={onChange}
      icon={MessagesSquare}
      none={none}
    />
  )
}

const widthOf = (columns: TableColumnsType<SessionPageRow>): number =>
  columns.reduce((sum, { width }) => sum + Number(width), 0)

type SortField = (typeof SESSION_SORTS)[number]

function useSessionColumns(sorted: (field: SortField) => object): TableColumnsType<SessionPageRow> {
  const { timeZone } = useStatisticsFilter()
  const canChat = useCan('im:viewPage')
  const tags = useTagMap()
  const sortedBy = (field: string) => {
    const known = SESSION_SORTS.find((it) => it === field)
    return known ? sorted(known) : {}
  }
  const number = (field: 'ownMessages' | 'replies' | 'points', width: number) => ({
    ...(field === 'points'
      ? metricTitle('pointsUsed', texts.points)
      : { title: texts[field], ...defined(texts.sessionDefinitions[field]) }),
    width,
    align: 'right' as const,
    ...sortedBy(field),
    render: (_: unknown, row: SessionPageRow) => formatNumber(row[field]),
  })
  const seconds = (field: 'humanFirst' | 'aiFirst' | 'length') => ({
    ...metricTitle(field === 'length' ? 'sessionLength' : field, texts[field]),
    width: 104,
    align: 'right' as const,
    ...sortedBy(field),
    render: (_: unknown, row: SessionPageRow) => formatDuration(row[field]),
  })
  return [
    {
      title: texts.sessionId,
      fixed: 'left',
      width: 120,
      render: (_, { sessionId }) => <TruncatedText text={sessionId ?? NO_VALUE} />,
    },
    {
      title: texts.customer,
      width: 130,
      render: (_, { customerId, customerName, startSeq }) =>
        canChat ? (
          <Link className={styles.link} to={chatPath(customerId, startSeq)} title={texts.open}>
            {customerName}
          </Link>
        ) : (
          <TruncatedText text={customerName} />
        ),
    },
    { title: texts.source, width: 76, render: (_, { source }) => SOURCE_LABELS[source] },
    { title: texts.account, width: 130, render: (_, { subSourceName }) => <TruncatedText text={subSourceName} /> },
    {
      title: texts.start,
      width: 142,
      ...sorted('at'),
      render: (_, row) => formatDateTime(row.startAt ?? row.at, timeZone),
    },
    {
      title: texts.end,
      width: 142,
      ...sorted('endAt'),
      render: (_, { sessionId, endAt }) =>
        endAt ? formatDateTime(endAt, timeZone) : sessionId ? texts.running : NO_VALUE,
    },
    {
      title: texts.path,
      width: 190,
      render: (_, { receptionPath }) => (
        <TruncatedText text={receptionPath.map((type) => RECEPTION_TYPE_LABELS[type]).join(' → ') || NO_VALUE} />
      ),
    },
    { title: texts.firstAgent, width: 96, render: (_, row) => <TruncatedText text={row.firstAgentName ?? NO_VALUE} /> },
    {
      title: texts.joinedAgents,
      width: 130,
      render: (_, { agentNames }) => <TruncatedText text={agentNames.join('、') || NO_VALUE} />,
    },
    number('ownMessages', 110),
    number('replies', 90),
    seconds('humanFirst'),
    seconds('aiFirst'),
    seconds('length'),
    {
      title: texts.tag,
      width: 160,
      render: (_, { tagIds }) => (
        <span className={styles.tags}>
          {tagIds.flatMap((id) => {
            const tag = tags.get(id)
            return tag ? (
              <span key={id} className={styles.tag}>
                <TagDot color={tag.color} />
                {tag.name}
              </span>
            ) : (
              []
            )
          })}
        </span>
      ),
    },
    { title: texts.lead, width: 64, render: (_, { hasLead }) => (hasLead ? texts.yes : texts.no) },
    number('points', 80),
  ]
}

/** The conversation at the first message of the session. */
const chatPath = (customerId: string, startSeq: number | null): string =>
  `/chat?${new URLSearchParams({ customerId, ...(startSeq !== null && { seq: String(startSeq) }) })}`
