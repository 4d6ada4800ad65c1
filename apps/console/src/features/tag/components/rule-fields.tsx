import { TAG_AI_PROMPT_MAX, type TagCondition, type TagRule } from '@ruwu/contract'
import { INPUT_PLACEHOLDER, lengthCounter, SELECT_PLACEHOLDER, TAG_CONDITION_LABELS } from '@ruwu/domain'
import { Button, IconButton } from '@ruwu/ui'
import { Input, InputNumber, Radio, Select } from 'antd'
import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import { Field, FieldGroup } from '../../../form/field.tsx'
import { errorBelow } from '../../../form/problems.ts'
import { accountOptions, useSimpleAccounts } from '../../channel/index.ts'
import { NEW_RULE, newCondition, type TagDraft } from '../tag-draft.ts'
import { texts } from '../texts.ts'
import { RuleTrial } from './rule-trial.tsx'
import styles from './rule-fields.module.css'

const kinds = [
  { value: 'manual', label: texts.ruleOff },
  { value: 'auto', label: texts.ruleOn },
  { value: 'ai', label: texts.ruleAi },
]
const ops = [
  { value: 'all', label: texts.opAll },
  { value: 'any', label: texts.opAny },
]
const actions = [
  { value: 'bind', label: texts.actionBind },
  { value: 'unbind', label: texts.actionUnbind },
]
const matches = [
  { value: 'any', label: texts.wordsAny },
  { value: 'all', label: texts.wordsAll },
]
const types = Object.entries(TAG_CONDITION_LABELS).map(([value, label]) => ({ value, label }))

type RuleFieldsProps = {
  draft: TagDraft
  errors: Record<string, string>
  onChange: (part: Partial<TagDraft>) => void
}

const hints = { manual: undefined, auto: texts.ruleHint, ai: texts.aiHint }

/** 自动打标: off, a rule with its dry run, or a sentence by which the AI judges. */
export function RuleFields({ draft: { kind, rule, aiPrompt }, errors, onChange }: RuleFieldsProps) {
  /** What was typed for the kinds that are switched off. */
  const [typed, setTyped] = useState({ rule: NEW_RULE, aiPrompt: '' })
  const set = (part: Partial<TagRule>) => rule && onChange({ rule: { ...rule, ...part } })
  const choose = (next: TagDraft['kind']) => {
    const kept = { rule: rule ?? typed.rule, aiPrompt: aiPrompt || typed.aiPrompt }
    setTyped(kept)
    onChange({ kind: next, rule: next === 'auto' ? kept.rule : null, aiPrompt: next === 'ai' ? kept.aiPrompt : '' })
  }
  return (
    <>
      <FieldGroup label={texts.auto} hint={hints[kind]}>
        <Radio.Group
          aria-label={texts.auto}
          options={kinds}
          value={kind}
          onChange={({ target }) => choose(target.value as TagDraft['kind'])}
        />
      </FieldGroup>
      {kind === 'ai' && (
        <Field
          id="tag-aiPrompt"
          label={texts.aiPrompt}
          required
          error={errors.aiPrompt}
          hint={lengthCounter(aiPrompt, TAG_AI_PROMPT_MAX) ?? texts.aiPromptHint}
        >
          {(control) => (
            <Input.TextArea
              {...control}
              autoSize={{ minRows: 2, maxRows: 4 }}
              placeholder={INPUT_PLACEHOLDER}
              value={aiPrompt}
              onChange={({ target }) => onChange({ aiPrompt: target.value })}
            />
          )}
        </Field>
      )}
      {rule && (
        <>
          <FieldGroup label={texts.conditions} required error={errors.rule ?? errors['rule.conditions']}>
            <Radio.Group
              aria-label={texts.op}
              options={ops}
              value={rule.op}
              onChange={({ target }) => set({ op: target.value as TagRule['op'] })}
            />
            <ul className={styles.conditions}>
              {rule.conditions.map((condition, index) => (
                // oxlint-disable-next-line react/no-array-index-key -- conditions have no id; rows keep no state
                <li key={index}>
                  <ConditionRow
                    condition={condition}
                    error={errorBelow(errors, `rule.conditions.${index}`)}
                    onChange={(next) => set({ conditions: rule.conditions.with(index, next) })}
                    onRemove={() => set({ conditions: rule.conditions.toSpliced(index, 1) })}
                  />
                </li>
              ))}
            </ul>
            <Button variant="link" onClick={() => set({ conditions: [...rule.conditions, newCondition('keyword')] })}>
              <Plus size={14} aria-hidden="true" />
              {texts.addCondition}
            </Button>
          </FieldGroup>
          <FieldGroup label={texts.action}>
            <Radio.Group
              aria-label={texts.action}
              options={actions}
              value={rule.action}
              onChange={({ target }) => set({ action: target.value as TagRule['action'] })}
            />
          </FieldGroup>
          <RuleTrial rule={rule} />
        </>
      )}
    </>
  )
}

type ConditionRowProps = {
  condition: TagCondition
  error: string | undefined
  onChange: (condition: TagCondition) => void
  onRemove: () => void
}

function ConditionRow({ condition, error, onChange, onRemove }: ConditionRowProps) {
  return (
    <>
      <div className={styles.row}>
        <Select<TagCondition['type']>
          aria-label={texts.conditionType}
          className={styles.type}
          value={condition.type}
          options={types}
          onChange={(type) => onChange(newCondition(type))}
        />
        <IconButton label={texts.removeCondition} title={texts.removeCondition} onClick={onRemove}>
          <X size={16} aria-hidden="true" />
        </IconButton>
      </div>
      <ConditionValue condition={condition} onChange={onChange} />
      {error && (
        <p className={styles.error} role="alert">
          {error}
        </p>
      )}
    </>
  )
}

/** What a condition compares with; some need nothing. */
function ConditionValue({ condition, onChange }: Pick<ConditionRowProps, 'condition' | 'onChange'>) {
  const { data: accounts } = useSimpleAccounts()
  switch (condition.type) {
    case 'keyword':
      return (
        <div className={styles.row}>
          <Select<'any' | 'all'>
            aria-label={texts.wordsMatch}
            className={styles.match}
            value={condition.match}
            options={matches}
            onChange={(match) => onChange({ ...condition, match })}
          />
          <Select
            aria-label={texts.words}
            className={styles.value}
            mode="tags"
            open={false}
            suffixIcon={null}
            tokenSeparators={[',', '，', '、', ' ']}
            placeholder={texts.wordsHint}
            value={condition.words}
            onChange={(words) => onChange({ ...condition, words })}
          />
        </div>
      )
    case 'silence':
      return (
        <InputNumber
          aria-label={texts.silence}
          precision={0}
          suffix={texts.minutes}
          value={condition.minutes}
          onChange={(minutes) => onChange({ ...condition, minutes: minutes ?? 0 })}
        />
      )
    case 'account':
      return (
        <Select
          aria-label={TAG_CONDITION_LABELS.account}
          className={styles.value}
          mode="multiple"
          optionFilterProp="label"
          placeholder={SELECT_PLACEHOLDER}
          value={condition.relationIds}
          options={accountOptions(accounts, condition.relationIds)}
          onChange={(relationIds) => onChange({ ...condition, relationIds })}
        />
      )
    case 'lead':
    case 'wechat_copied':
    case 'form_submitted':
      return null
  }
}
