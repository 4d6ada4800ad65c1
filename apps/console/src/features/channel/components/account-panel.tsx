import type { CorpAccount } from '@ruwu/contract'
import { Button, ErrorBlock, Panel, SkeletonRows } from '@ruwu/ui'
import { Share2 } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { messageOf } from '../../../api/errors.ts'
import { useIsPhone } from '../../../browser/media-query.ts'
import { BULK_MAX, BulkBar } from '../../../list/bulk-bar.tsx'
import { FailuresDialog } from '../../../list/failures-dialog.tsx'
import { NoRows } from '../../../list/no-rows.tsx'
import { useCan } from '../../permission/index.ts'
import { isNarrowed, readOpenRows, withOpenRows, writeFilter } from '../account-filter.ts'
import { flatten, type Account } from '../account.ts'
import type { BulkResult } from '../channel.mutations.ts'
import { useAccounts, type AccountFilter } from '../channel.queries.ts'
import { texts } from '../texts.ts'
import { AccountCards } from './account-cards.tsx'
import { AccountTable } from './account-table.tsx'
import { BulkPlanDialog } from './bulk-plan-dialog.tsx'
import { BulkSwitchDialog } from './bulk-switch-dialog.tsx'
import { CopyConfigDialog } from './copy-config-dialog.tsx'
import styles from './account-panel.module.css'

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

type Step = { show: 'switch' | 'plan' | 'copy' } | { show: 'failures'; result: BulkResult }

/** Batch actions on the selected accounts. */
function AccountBulk({ accounts, onDone }: { accounts: Account[]; onDone: () => void }) {
  const [step, setStep] = useState<Step>()
  const canPlan = useCan('automation:viewPage')
  const close = () => setStep(undefined)
  const finish = (result: BulkResult) => {
    if (result.failed.length > 0) return setStep({ show: 'failures', result })
    close()
    return onDone()
  }
  const isRefused = accounts.length === 0 || accounts.length > BULK_MAX
  return (
    <>
      <BulkBar count={accounts.length}>
        <Button disabled={isRefused} onClick={() => setStep({ show: 'switch' })}>
          {texts.bulkSwitch}
        </Button>
        {canPlan && (
          <Button disabled={isRefused} onClick={() => setStep({ show: 'plan' })}>
            {texts.bulkPlan}
          </Button>
        )}
        <Button disabled={isRefused} onClick={() => setStep({ show: 'copy' })}>
          {texts.copyConfig}
        </Button>
      </BulkBar>
      {step?.show === 'switch' && <BulkSwitchDialog accounts={accounts} onClose={close} onDone={finish} />}
      {step?.show === 'plan' && <BulkPlanDialog accounts={accounts} onClose={close} onDone={finish} />}
      {step?.show === 'copy' && <CopyConfigDialog accounts={accounts} onClose={close} onDone={finish} />}
      {step?.show === 'failures' && <FailuresDialog {...step.result} onClose={close} />}
    </>
  )
}
