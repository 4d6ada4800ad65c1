import { formatNumber } from '@ruwu/domain'
import { Checkbox } from 'antd'
import { ChevronRight } from 'lucide-react'
import { kosOf, type Account } from '../account.ts'
import { texts } from '../texts.ts'
import { AccountActions } from './account-actions.tsx'
import styles from './account-cards.module.css'
import { AccountCell } from './account-cell.tsx'
import { AdState, OpenState } from './account-states.tsx'
import type { AccountListProps } from './account-table.tsx'
import { ReceptionSwitch } from './reception-switch.tsx'

/** The table on a phone: one card per account, sub-accounts collapsed below their main account. */
export function AccountCards({ accounts, openRows, onOpenRows, selection }: AccountListProps) {
  return (
    <ul className={styles.cards}>
      {accounts.map((account) => {
        const id: string = account.relationId
        const isOpen = openRows.includes(id)
        const kos = kosOf(account)
        return (
          <li key={id}>
            <AccountCard account={account} selection={selection} />
            {kos.length > 0 && (
              <button
                type="button"
                className={styles.fold}
                aria-expanded={isOpen}
                onClick={() => onOpenRows(isOpen ? openRows.filter((it) => it !== id) : [...openRows, id])}
              >
                <ChevronRight size={16} aria-hidden="true" />
                {texts.kosCount(kos.length)}
              </button>
            )}
            {isOpen && (
              <ul className={styles.kos}>
                {kos.map((it) => (
                  <li key={it.relationId}>
                    <AccountCard account={it} selection={selection} />
                  </li>
                ))}
              </ul>
            )}
          </li>
        )
      })}
    </ul>
  )
}

function AccountCard({ account, selection }: { account: Account; selection: AccountListProps['selection'] }) {
  const id: string = account.relationId
  const isSelected = selection?.ids.includes(id) ?? false
  const toggle = () =>
    selection?.onChange(isSelected ? selection.ids.filter((it) => it !== id) : [...selection.ids, id])
  return (
    <div className={styles.card}>
      <div className={styles.line}>
        {selection && <Checkbox aria-label={texts.select(account.name)} checked={isSelected} onChange={toggle} />}
        <AccountCell account={account} />
        {account.accountType === 'CORP' ? (
          <OpenState account={account} />
        ) : (
          <span className={styles.inherited}>{texts.inherited}</span>
        )}
      </div>
      <p className={styles.meta}>
        <span>
          {texts.todayEnter} {formatNumber(account.todayEnter)}
        </span>
        <span>
          {texts.customers} {formatNumber(account.customers)}
        </span>
        {account.accountType === 'CORP' && <AdState adStatus={account.adStatus} />}
      </p>
      <div className={styles.line}>
        <ReceptionSwitch account={account} />
        <AccountActions account={account} />
      </div>
    </div>
  )
}
