import type { DailyAccount, DailyAgent, DailyFilter, MetricName } from '@ruwu/contract'
import { formatMetric, METRIC_CATALOGUE, sortRows } from '@ruwu/domain'
import { Empty, Panel, TruncatedText } from '@ruwu/ui'
import { Share2, UsersRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { ListLink } from '../../../list/list-link.tsx'
import { SortHeader } from '../../../list/sort-header.tsx'
import { useUrlSort } from '../../../list/url-sort.ts'
import { SourceIcon } from '../../../rendering/source-icon.tsx'
import { useListPath } from '../home-range.ts'
import { statisticsFilter } from './daily-url.ts'
import { texts } from './texts.ts'
import styles from './daily-page.module.css'

type RankingProps<Row, Name extends MetricName> = {
  /** Part of the order's name in the address: the page has two rankings. */
  id: string
  rows: Row[]
  keyOf: (row: Row) => string
  title: string
  children: (row: Row) => ReactNode
  figures: Record<Name, string>
  own: Name
  valueOf: (row: Row, name: Name) => number
  /** What narrows the lists behind the figures of a row. */
  filterOf: (row: Row) => Record<string, unknown>
}

/** A short table; the first column names the row, each figure opens what it counted. */
function Ranking<Row, Name extends MetricName>(props: RankingProps<Row, Name>) {
  const { id, rows, keyOf, title, children, figures, own, valueOf, filterOf } = props
  const names = Object.keys(figures) as Name[]
  const fields = names.map((name) => fieldOf(id, name))
  const { sort, onSort } = useUrlSort(fields, { field: fieldOf(id, own), order: 'desc' })
  const listPath = useListPath()
  const sorted = sortRows(rows, sort, (row, field) => valueOf(row, names[fields.indexOf(field)] ?? own))
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled by keyboard
    <div className={styles.scroll} tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{title}</th>
            {names.map((name) => (
              <SortHeader
                key={name}
                field={fieldOf(id, name)}
                sort={sort}
                onSort={onSort}
                definition={METRIC_CATALOGUE[name].definition}
              >
                {figures[name]}
              </SortHeader>
            ))}
          </tr>
        </thead>
        <tbody>
          {sorted.map((row) => (
            <tr key={keyOf(row)}>
              <th scope="row">{children(row)}</th>
              {names.map((name) => {
                const value = valueOf(row, name)
                return (
                  <td key={name}>
                    <ListLink to={value > 0 ? listPath(name, filterOf(row)) : undefined}>
                      {formatMetric(name, value)}
                    </ListLink>
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const fieldOf = (id: string, name: MetricName): string => `${id}.${name}`

const AGENT_FIGURES = {
  received: texts.received,
  humanFirstMedian: texts.humanFirst,
  replyIn3m: texts.replyIn3m,
  leadCustomers: texts.leadCustomers,
  transferOut: texts.transferOut,
}

type Shown = { filter: DailyFilter; refreshing: boolean }

export const AgentRanking = ({ agents, filter, refreshing }: Shown & { agents: DailyAgent[] }) => (
  <Panel title={texts.agents} refreshing={refreshing}>
    {agents.length === 0 ? (
      <Empty icon={UsersRound} text={texts.noAgents} />
    ) : (
      <Ranking
        id="agent"
        rows={agents}
        keyOf={({ agentId }) => agentId}
        title={texts.agent}
        figures={AGENT_FIGURES}
        own="received"
        valueOf={(row, name) => row[name]}
        filterOf={({ agentId }) => statisticsFilter({ ...filter, agentId })}
      >
        {({ name }) => <TruncatedText text={name} />}
      </Ranking>
    )}
  </Panel>
)

const ACCOUNT_FIGURES = {
  enterCustomers: texts.enter,
  talkCustomers: texts.talk,
  leadCustomers: texts.leadCustomers,
  leadRate: texts.leadRate,
}

export const AccountRanking = ({ accounts, filter, refreshing }: Shown & { accounts: DailyAccount[] }) => (
  <Panel title={texts.accounts} refreshing={refreshing}>
    {accounts.length === 0 ? (
      <Empty icon={Share2} text={texts.noAccounts} />
    ) : (
      <Ranking
        id="account"
        rows={accounts}
        keyOf={({ subSourceId }) => subSourceId}
        title={texts.account}
        figures={ACCOUNT_FIGURES}
        own="enterCustomers"
        valueOf={(row, name) => row[name]}
        // Of a sub-account that the report is filtered by, its main account has the row.
        filterOf={({ subSourceId }) => statisticsFilter({ subSourceId, ...filter })}
      >
        {({ name, source }) => (
          <span className={styles.account}>
            <SourceIcon source={source} size={15} />
            <TruncatedText text={name} />
          </span>
        )}
      </Ranking>
    )}
  </Panel>
)
