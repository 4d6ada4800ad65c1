import { PLAN_LIMITS, type RelationId, type SimpleAccount } from '@ruwu/contract'
import { INPUT_PLACEHOLDER, lengthCounter } from '@ruwu/domain'
import { IconButton, Panel, StatusLabel, TruncatedText } from '@ruwu/ui'
import { Input, Select, Switch } from 'antd'
import { TriangleAlert, X } from 'lucide-react'
import { Field, FieldStack } from '../../../form/field.tsx'
import { SourceIcon } from '../../../rendering/source-icon.tsx'
import type { FlowChoice } from '../../flow/index.ts'
import type { PlanBase, PlanDraft } from '../plan-draft.ts'
import { texts } from '../texts.ts'
import { fieldId } from '../use-plan-form.ts'
import styles from './account-block.module.css'
import type { BlockProps } from './plan-editor.tsx'

type AccountBlockProps = BlockProps & { plan: PlanBase; all: SimpleAccount[] }

/** 适用账号, and the sentences of 非人工时段 and 结束语. */
export function AccountBlock({ plan, all, draft, errors, disabled, accounts, flows, onChange }: AccountBlockProps) {
  const isWaiting = (id: RelationId) => !plan.accountIds.includes(id) && !plan.isDefault
  const remove = (id: RelationId) => onChange({ accountIds: draft.accountIds.filter((each) => each !== id) })
  return (
    <Panel title={texts.fields.accountIds} note={texts.count(accounts.length)}>
      <ul className={styles.accounts}>
        {accounts.map(({ relationId, name, source }) => (
          <li key={relationId} className={styles.account}>
            <SourceIcon source={source} size={16} />
            <span className={styles.name}>
              <TruncatedText text={name} />
            </span>
            {isWaiting(relationId) && (
              <StatusLabel tone="warning" icon={TriangleAlert}>
                {texts.waiting}
              </StatusLabel>
            )}
            {!disabled && !plan.isDefault && (
              <IconButton label={texts.removeAccount(name)} onClick={() => remove(relationId)}>
                <X size={15} aria-hidden="true" />
              </IconButton>
            )}
          </li>
        ))}
        {accounts.length === 0 && <li className={styles.none}>{texts.accountsNone}</li>}
      </ul>
      <div className={styles.body}>
        {plan.isDefault ? (
          <p className={styles.none}>{texts.accountsAll}</p>
        ) : (
          !disabled && (
            <AddAccount
              accounts={all.filter(
                ({ relationId, openStatus }) => openStatus !== 'unbound' && !draft.accountIds.includes(relationId),
              )}
              error={errors.accountIds}
              onAdd={(id) => onChange({ accountIds: [...draft.accountIds, id] })}
            />
          )
        )}
        <FieldStack>
          {(flows.length > 0 || draft.closeMode.mode === 'workflow') && (
            <Field
              id={fieldId('closeMode')}
              label={texts.fields.closeMode}
              error={errors.closeMode}
              hint={texts.closeHint}
            >
              {(control) => (
                <Select<string>
                  {...control}
                  className={styles.wide}
                  disabled={disabled}
                  options={[
                    { value: 'manual', label: texts.modes.manual },
                    ...flows.map(({ id, name }) => ({ value: id, label: texts.byFlow(name) })),
                  ]}
                  value={draft.closeMode.mode === 'workflow' ? draft.closeMode.flowId : 'manual'}
                  onChange={(chosen) => onChange({ closeMode: closeModeOf(flows, chosen) })}
                />
              )}
            </Field>
          )}
          <Field
            id={fieldId('offText')}
            label={texts.fields.offText}
            required
            error={errors.offText}
            hint={lengthCounter(draft.offText, PLAN_LIMITS.text) ?? texts.offHint}
          >
            {(control) => (
              <Input.TextArea
                {...control}
                autoSize={{ minRows: 2, maxRows: 4 }}
                placeholder={INPUT_PLACEHOLDER}
                disabled={disabled}
                value={draft.offText}
                onChange={({ target }) => onChange({ offText: target.value })}
              />
            )}
          </Field>
          <ClosingFields draft={draft} errors={errors} disabled={disabled} onChange={onChange} />
        </FieldStack>
      </div>
    </Panel>
  )
}

const closeModeOf = (flows: FlowChoice[], chosen: string): PlanDraft['closeMode'] => {
  const flow = flows.find(({ id }) => id === chosen)
  return flow ? { mode: 'workflow', flowId: flow.id } : { mode: 'manual' }
}

type AddAccountProps = { accounts: SimpleAccount[]; error: string | undefined; onAdd: (id: RelationId) => void }

function AddAccount({ accounts, error, onAdd }: AddAccountProps) {
  return (
    <Field id={fieldId('accountIds')} label={texts.addAccount} error={error}>
      {(control) => (
        <Select<RelationId>
          {...control}
          className={styles.wide}
          placeholder={texts.addAccount}
          showSearch={{ optionFilterProp: 'label' }}
          options={accounts.map(({ relationId, name }) => ({ value: relationId, label: name }))}
          // Chosen accounts are listed above.
          value={null}
          onChange={onAdd}
        />
      )}
    </Field>
  )
}

function ClosingFields({
  draft,
  errors,
  disabled,
  onChange,
}: Pick<BlockProps, 'draft' | 'errors' | 'disabled' | 'onChange'>) {
  const { closing } = draft
  const id = fieldId('closing.text')
  return (
    <div className={styles.closing}>
      <label className={styles.switch}>
        <Switch
          aria-label={texts.fields.closing}
          disabled={disabled}
          checked={closing.enabled}
          onChange={(enabled) => onChange({ closing: { ...closing, enabled } })}
        />
        {texts.fields.closing}
        <small>{texts.closingHint}</small>
      </label>
      {closing.enabled && (
        <Field
          id={id}
          label={texts.fields.closing}
          required
          error={errors['closing.text']}
          hint={lengthCounter(closing.text, PLAN_LIMITS.closing)}
        >
          {(control) => (
            <Input.TextArea
              {...control}
              autoSize={{ minRows: 2, maxRows: 4 }}
              placeholder={INPUT_PLACEHOLDER}
              disabled={disabled}
              value={closing.text}
              onChange={({ target }) => onChange({ closing: { ...closing, text: target.value } })}
            />
          )}
        </Field>
      )}
    </div>
  )
}
