import type { CorpAccount, KosAccount } from '@ruwu/contract'
import { formatNumber, METRIC_CATALOGUE, sortRows } from '@ruwu/domain'
import { cx, Panel, TruncatedText } from '@ruwu/ui'
import { ChevronRight, Share2 } from 'lucide-react'
import { Link } from 'react-router'
import { ListLink } from '../../../list/list-link.tsx'
import { SortHeader } from '../../../list/sort-header.tsx'
import { useUrlSort } from '../../../list/url-sort.ts'
import { SourceIcon } from '../../../rendering/source-icon.tsx'
import { useSeesAll } from '../../agent/index.ts'
import { accountPath, AdState, ModeText, OpenState } from '../../channel/index.ts'
import { useCan } from '../../permission/index.ts'
import { useHomeAccounts } from '../home.queries.ts'
import { useListPath } from '../home-range.ts'
import { texts } from '../texts.ts'
import { PanelBody } from './panel-body.tsx'
import styles from './home-table.module.css'

const SHOWN = 8
const SORTS = ['todayEnter'] as const

type Account = CorpAccount | KosAccount

const needsHandling = ({ openStatus }: Account) => openStatus === 'needs_reauth' || openStatus === 'expiring'

/** Accounts with a problem first, then by today's customers. */
const inOrder = (accounts: CorpAccount[]): Account[] =>
  accounts
    .flatMap((main): Account[] => [main, ...main.kosAccount])
    .toSorted(
      (one, other) => Number(needsHandling(other)) - Number(needsHandling(one)) || other.todayEnter - one.todayEnter,
    )

export function AccountPanel() {
  const canView = useCan('channelAccount:viewPage')
  const query = useHomeAccounts()
  const { sort } = useUrlSort(SORTS)
  const accounts = query.data && sortRows(inOrder(query.data), sort, (row, field) => row[field])
  if (!canView) return null
  return (
    <Panel
      title={texts.accounts}
      refreshing={query.isFetching && query.data !== undefined}
      actions={
        accounts && (
          <Link className={styles.more} to="/channel">
            {texts.allAccounts(accounts.length)}
            <ChevronRight size={14} aria-hidden="true" />
          </Link>
        )
      }
    >
      <PanelBody
        query={{ ...query, data: accounts }}
        empty={{ icon: Share2, text: texts.noAccounts, action: <Link to="/channel">{texts.bind}</Link> }}
      >
        {(rows) => <AccountTable accounts={rows.slice(0, SHOWN)} />}
      </PanelBody>
    </Panel>
  )
}

/**
 * The list behind 今日进线. It has the customers of sub-accounts as well, and only those that the agent may see: without a list where that
 * is another number.
 */
function useEnterPath(): (account: Account) => string | undefined {
  const listPath = useListPath()
  const seesAll = useSeesAll()
  return (account) => {
    const isWhole = !('kosAccount' in account) || account.kosAccount.length === 0
    return seesAll && isWhole && account.todayEnter > 0
      ? listPath('enterCustomers', { range: 'today', subSourceIds: account.relationId })
      : undefined
  }
}

function AccountTable({ accounts }: { accounts: Account[] }) {
  const { sort, onSort } = useUrlSort(SORTS)
  const enterPath = useEnterPath()
  const isAnyHandled = accounts.some(needsHandling)
  return (
    <table className={cx(styles.table, styles.accounts)}>
      <thead>
        <tr>
          <th>{texts.account}</th>
          <th>{texts.auth}</th>
          <th>{texts.ad}</th>
          <th>{texts.mode}</th>
          <SortHeader
            field="todayEnter"
            sort={sort}
            onSort={onSort}
            className={styles.end}
            definition={METRIC_CATALOGUE.enterCustomers.definition}
          >
            {texts.todayEnter}
          </SortHeader>
          {isAnyHandled && <th aria-label={texts.handle} />}
        </tr>
      </thead>
      <tbody>
        {accounts.map((account) => (
          <tr key={account.relationId}>
            <td>
              <span className={styles.account}>
                <SourceIcon source={account.source} size={18} />
                <Link to={accountPath(account)}>
                  <TruncatedText text={account.name} />
                </Link>
              </span>
            </td>
            <td>
              <OpenState account={account} />
            </td>
            <td data-label={texts.ad}>
              <AdState adStatus={account.adStatus} />
            </td>
            <td>
              <ModeText mode={account.receptionMode} />
            </td>
            <td className={styles.end} data-label={texts.todayEnter}>
              <ListLink to={enterPath(account)}>{formatNumber(account.todayEnter)}</ListLink>
            </td>
            {isAnyHandled && (
              <td className={styles.end}>
                {needsHandling(account) && (
                  <Link to={accountPath(account)} aria-label={texts.handleAccount(account.name)}>
                    {texts.handle}
                  </Link>
                )}
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
