import type { DailyAccount, DailyAgent } from '@ruwu/contract'
import { formatDuration, formatNumber, formatPercent } from '@ruwu/domain'
import { Empty, Panel, TruncatedText } from '@ruwu/ui'
import { Share2, UsersRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { SourceIcon } from '../../../rendering/source-icon.tsx'
import { texts } from './texts.ts'
import styles from './daily-page.module.css'

type Column<Row> = { title: string; cell: (row: Row) => ReactNode }

/** A short table; the first column names the row. */
function Ranking<Row>({ rows, keyOf, columns }: { rows: Row[]; keyOf: (row: Row) => string; columns: Column<Row>[] }) {
  return (
    <div className={styles.scroll}>
      <table className={styles.table}>
        <thead>
          <tr>
            {columns.map(({ title }) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map(({ title, cell }, index) =>
                index === 0 ? (
                  <th key={title} scope="row">
                    {cell(row)}
                  </th>
                ) : (
                  <td key={title}>{cell(row)}</td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const agentColumns: Column<DailyAgent>[] = [
  { title: texts.agent, cell: ({ name }) => <TruncatedText text={name} /> },
  { title: texts.received, cell: ({ received }) => formatNumber(received) },
  { title: texts.humanFirst, cell: ({ humanFirstMedian }) => formatDuration(humanFirstMedian) },
  { title: texts.replyIn3m, cell: ({ replyIn3m }) => formatPercent(replyIn3m) },
  { title: texts.leadCustomers, cell: ({ leadCustomers }) => formatNumber(leadCustomers) },
  { title: texts.transferOut, cell: ({ transferOut }) => formatNumber(transferOut) },
]

export const AgentRanking = ({ agents }: { agents: DailyAgent[] }) => (
  <Panel title={texts.agents}>
    {agents.length === 0 ? (
      <Empty icon={UsersRound} text={texts.noAgents} />
    ) : (
      <Ranking rows={agents} keyOf={({ agentId }) => agentId} columns={agentColumns} />
    )}
  </Panel>
)

const accountColumns: Column<DailyAccount>[] = [
  {
    title: texts.account,
    cell: ({ name, source }) => (
      <span className={styles.account}>
        <SourceIcon source={source} size={15} />
        <TruncatedText text={name} />
      </span>
    ),
  },
  { title: texts.enter, cell: ({ enterCustomers }) => formatNumber(enterCustomers) },
  { title: texts.talk, cell: ({ talkCustomers }) => formatNumber(talkCustomers) },
  { title: texts.leadCustomers, cell: ({ leadCustomers }) => formatNumber(leadCustomers) },
  { title: texts.leadRate, cell: ({ leadRate }) => formatPercent(leadRate) },
]

export const AccountRanking = ({ accounts }: { accounts: DailyAccount[] }) => (
  <Panel title={texts.accounts}>
    {accounts.length === 0 ? (
      <Empty icon={Share2} text={texts.noAccounts} />
    ) : (
      <Ranking rows={accounts} keyOf={({ subSourceId }) => subSourceId} columns={accountColumns} />
    )}
  </Panel>
)
