import type { CorpAccount } from '@ruwu/contract'
import { Button, ErrorBlock, Panel, SkeletonRows } from '@ruwu/ui'
import { Share2 } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { messageOf } from '../../../api/errors.ts'
import { NoRows } from '../../../list/no-rows.tsx'
import { useIsPhone } from '../../../browser/media-query.ts'
import { flatten } from '../account.ts'
import { isNarrowed, readOpenRows, withOpenRows, writeFilter } from '../account-filter.ts'
import { useAccounts, type AccountFilter } from '../channel.queries.ts'
import { texts } from '../texts.ts'
import { AccountCards } from './account-cards.tsx'
import { AccountBulk } from './account-bulk.tsx'
import styles from './account-panel.module.css'
import { AccountTable } from './account-table.tsx'

const CARD_HEIGHT = 122

type AccountPanelProps = {
  filter: AccountFilter
  onClear: (() => void) | undefined
  onBind: (() => void) | undefined
  isSelecting: boolean
  onSelected: () => void
}

export function AccountPanel({ filter, onClear, onBind, isSelecting, onSelected }: AccountPanelProps) {
  const { data: accounts, error, isFetching, refetch } = useAccounts(filter)
  const isPhone = useIsPhone()
  return (
    <Panel refreshing={isFetching && accounts !== undefined}>
      {error && !accounts ? (
        <ErrorBlock message={messageOf(error)} onRetry={refetch} />
      ) : !accounts ? (
        <SkeletonRows rows={isPhone ? 4 : 6} height={isPhone ? CARD_HEIGHT : undefined} head={!isPhone} />
      ) : accounts.length === 0 ? (
        <NoRows
          onClear={onClear}
          icon={Share2}
          text={texts.none}
          action={onBind && <Button onClick={onBind}>{texts.bind}</Button>}
        />
      ) : (
        // A changed filter resets the selection.
        <AccountList
          key={writeFilter(filter).toString()}
          accounts={accounts}
          filter={filter}
          isSelecting={isSelecting}
          onSelected={onSelected}
        />
      )}
    </Panel>
  )
}

type AccountListProps = Pick<AccountPanelProps, 'filter' | 'isSelecting' | 'onSelected'> & { accounts: CorpAccount[] }

function AccountList({ accounts, filter, isSelecting, onSelected }: AccountListProps) {
  const [search, setSearch] = useSearchParams()
  const [ids, setIds] = useState<string[]>([])
  const List = useIsPhone() ? AccountCards : AccountTable
  // A filter may match sub-accounts, so all matching main accounts start expanded.
  const openAtFirst = isNarrowed(filter) ? accounts.map((it) => it.relationId) : []
  const openThese = (rows: readonly string[]) => setSearch((old) => withOpenRows(old, rows), { replace: true })
  const chosen = flatten(accounts).filter((it) => ids.includes(it.relationId))
  return (
    <>
      <List
        accounts={accounts}
        openRows={readOpenRows(search) ?? openAtFirst}
        onOpenRows={openThese}
        selection={isSelecting ? { ids, onChange: setIds } : undefined}
      />
      <p className={styles.foot}>{texts.total(accounts.length, flatten(accounts).length - accounts.length)}</p>
      {isSelecting && (
        <AccountBulk
          accounts={chosen}
          onDone={() => {
            setIds([])
            onSelected()
          }}
        />
      )}
    </>
  )
}
