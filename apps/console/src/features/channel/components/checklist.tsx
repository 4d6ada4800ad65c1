import type { AccountDetail } from '@ruwu/contract'
import { Panel, cx } from '@ruwu/ui'
import { Check } from 'lucide-react'
import { Link } from 'react-router'
import { accountPath, type AccountTab } from '../account-url.ts'
import { texts } from '../texts.ts'
import styles from './checklist.module.css'

type Step = AccountDetail['checklist'][number]['key']

/** The page of a step, when it is one of the account's own. */
const places: Partial<Record<Step, { tab: AccountTab; search?: string }>> = {
  knowledge: { tab: 'ai-agent', search: '?tab=knowledge' },
  publish: { tab: 'ai-agent' },
  card: { tab: 'card-manage' },
  agent: { tab: 'setting' },
}

/** Setup steps still missing. */
export function Checklist({ account }: { account: AccountDetail }) {
  const { checklist } = account
  const done = checklist.filter((it) => it.done).length
  return (
    <Panel title={texts.checklist} note={`${done}/${checklist.length}`}>
      <ul className={styles.list}>
        {checklist.map(({ key, done }) => {
          const place = places[key]
          return (
            <li key={key} className={cx(done && styles.done)}>
              <span className={styles.sign}>{done && <Check size={12} strokeWidth={3} aria-hidden="true" />}</span>
              {texts.checkNames[key]}
              {!done && place ? (
                <Link to={accountPath(account, place.tab) + (place.search ?? '')}>{texts.goDo}</Link>
              ) : (
                <small>{done ? texts.done : texts.undone}</small>
              )}
            </li>
          )
        })}
      </ul>
    </Panel>
  )
}
