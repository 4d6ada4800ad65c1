import { type AccountScope, RelationId, type SimpleAccount } from '@ruwu/contract'
import { SELECT_PLACEHOLDER } from '@ruwu/domain'
import { Radio, Select } from 'antd'
import type { ReactNode } from 'react'
import { FieldGroup } from '../../../form/field.tsx'
import { accountOptions } from '../account-options.ts'
import { useSimpleAccounts } from '../channel.queries.ts'
import { texts } from '../texts.ts'
import styles from './account-scope-field.module.css'

type AccountScopeFieldProps = {
  /** Of the list of accounts. */
  id: string
  label: string
  value: AccountScope
  error?: string
  hint?: ReactNode
  disabled?: boolean
  onChange: (scope: AccountScope) => void
}

/** 全部 or chosen accounts. Unbound accounts are listed only where already chosen. */
export function AccountScopeField({ id, label, value, error, hint, disabled, onChange }: AccountScopeFieldProps) {
  const { data: accounts, isError, refetch } = useSimpleAccounts()
  return (
    <FieldGroup label={label} error={error} hint={hint}>
      <div className={styles.scope}>
        <Radio.Group
          value={value === null}
          disabled={disabled}
          options={[
            { value: true, label: texts.scopeAll },
            { value: false, label: texts.scopeSome },
          ]}
          onChange={(event) => onChange(event.target.value === true ? null : [])}
        />
        {value !== null && (
          <Select
            id={id}
            aria-label={texts.scopeAccounts}
            aria-invalid={Boolean(error)}
            status={error ? 'error' : undefined}
            mode="multiple"
            disabled={disabled}
            placeholder={SELECT_PLACEHOLDER}
            optionFilterProp="label"
            value={accounts ? value : []}
            options={accountOptions(
              accounts?.filter((it) => isOffered(it, value)),
              value,
            )}
            onOpenChange={(isOpen) => isOpen && isError && void refetch()}
            onChange={(ids: string[]) => onChange(ids.map((it) => RelationId.parse(it)))}
          />
        )}
      </div>
    </FieldGroup>
  )
}

const isOffered = ({ relationId, openStatus }: SimpleAccount, chosen: readonly RelationId[]) =>
  openStatus !== 'unbound' || chosen.includes(relationId)
