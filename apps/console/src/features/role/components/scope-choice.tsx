import { CUSTOMER_SCOPES, type CustomerScope } from '@ruwu/contract'
import { CUSTOMER_SCOPE_LABELS } from '@ruwu/domain'
import { Radio } from 'antd'
import { texts } from '../texts.ts'
import styles from './scope-choice.module.css'

type ScopeChoiceProps = { scope: CustomerScope; isLocked: boolean; onChange: (scope: CustomerScope) => void }

/** Data scope: which customers the role sees. */
export function ScopeChoice({ scope, isLocked, onChange }: ScopeChoiceProps) {
  return (
    <div className={styles.scope}>
      <h3 id="role-scope">{texts.customerScope}</h3>
      <Radio.Group
        aria-labelledby="role-scope"
        value={scope}
        disabled={isLocked}
        className={styles.choices}
        onChange={(event) => onChange(CUSTOMER_SCOPES.find((it) => it === event.target.value) ?? scope)}
      >
        {CUSTOMER_SCOPES.map((value) => (
          <Radio key={value} value={value}>
            <b>{CUSTOMER_SCOPE_LABELS[value]}</b>
            <small>{texts.scopeHints[value]}</small>
          </Radio>
        ))}
      </Radio.Group>
    </div>
  )
}
