import { ASSIGN_MODES, type AssignMode, PLAN_LIMITS, type ReceptionPlanFields, type TagId } from '@ruwu/contract'
import { ASSIGN_MODE_LABELS, INPUT_PLACEHOLDER, lengthCounter, SELECT_PLACEHOLDER } from '@ruwu/domain'
import { Button, IconButton } from '@ruwu/ui'
import { Input, InputNumber, Select } from 'antd'
import { Plus, Trash2 } from 'lucide-react'
import { Link } from 'react-router'
import { Field, FieldGroup, FieldStack } from '../../../form/field.tsx'
import { AgentSelect } from '../../agent/index.ts'
import { useTags } from '../../tag/index.ts'
import { texts } from '../texts.ts'
import { fieldId } from '../use-plan-form.ts'
import styles from './block.module.css'
import type { BlockProps } from './plan-editor.tsx'

type Assign = ReceptionPlanFields['assign']

const MODE_OPTIONS = ASSIGN_MODES.map((value) => ({ value, label: ASSIGN_MODE_LABELS[value] }))

/** 分配: how customers who wait for a person get one. */
export function AssignBlock({ draft, errors, disabled, onChange }: BlockProps) {
  const { assign } = draft
  const set = (change: Partial<Assign>) => onChange({ assign: { ...assign, ...change } })
  const number = (
    key: 'familiarDays' | 'waitWarnSec' | 'returnSec',
    label: string,
    hint: string,
    { min, max }: { min: number; max: number },
  ) => (
    <Field id={fieldId(`assign.${key}`)} label={label} error={errors[`assign.${key}`]}>
      {(control) => (
        <span className={styles.line}>
          <InputNumber
            {...control}
            className={styles.number}
            min={min}
            max={max}
            precision={0}
            disabled={disabled}
            value={assign[key]}
            onChange={(value) => set({ [key]: value ?? min })}
          />
          {hint}
        </span>
      )}
    </Field>
  )
  return (
    <section className={styles.block} aria-label={texts.fields.assign}>
      <header className={styles.head}>
        <h3>{texts.fields.assign}</h3>
      </header>
      <FieldStack>
        <Field id={fieldId('assign.mode')} label={texts.assignMode} hint={texts.assignHints[assign.mode]}>
          {(control) => (
            <Select<AssignMode>
              {...control}
              className={styles.wide}
              disabled={disabled}
              options={MODE_OPTIONS}
              value={assign.mode}
              onChange={(mode) => set({ mode })}
            />
          )}
        </Field>
        {assign.mode === 'listed' && (
          <Field id={fieldId('assign.agentIds')} label={texts.agents} required error={errors['assign.agentIds']}>
            {(control) => (
              <AgentSelect
                {...control}
                placeholder={SELECT_PLACEHOLDER}
                value={assign.agentIds}
                onChange={(agentIds) => set({ agentIds })}
              />
            )}
          </Field>
        )}
        {assign.mode === 'tag' && (
          <TagRows rows={assign.tagRows} errors={errors} disabled={disabled} onChange={(tagRows) => set({ tagRows })} />
        )}
        {assign.mode === 'familiar' &&
          number('familiarDays', texts.familiarDays, texts.familiarHint, PLAN_LIMITS.familiarDays)}
        <p className={styles.line}>
          {texts.limit}：{texts.limitHint}
          <Link to="/setting/agent">{texts.agentPage}</Link>
        </p>
        {number('waitWarnSec', texts.waitWarn, texts.waitWarnHint, PLAN_LIMITS.waitWarnSec)}
        {assign.mode !== 'manual' &&
          number('returnSec', texts.returnSec, texts.returnHint, { min: 0, max: PLAN_LIMITS.returnSec.max })}
        {assign.mode !== 'manual' && (
          <Field
            id={fieldId('assign.queueText')}
            label={texts.queueText}
            error={errors['assign.queueText']}
            hint={lengthCounter(assign.queueText, PLAN_LIMITS.text) ?? texts.queueHint}
          >
            {(control) => (
              <Input
                {...control}
                disabled={disabled}
                placeholder={INPUT_PLACEHOLDER}
                value={assign.queueText}
                onChange={({ target }) => set({ queueText: target.value })}
              />
            )}
          </Field>
        )}
      </FieldStack>
    </section>
  )
}

type TagRowsProps = {
  rows: Assign['tagRows']
  errors: Record<string, string>
  disabled: boolean
  onChange: (rows: Assign['tagRows']) => void
}

/** 按标签: the first row whose tag the customer has. */
function TagRows({ rows, errors, disabled, onChange }: TagRowsProps) {
  const { data: tags = [] } = useTags()
  const taken = new Set(rows.map(({ tagId }) => tagId))
  const options = tags.map(({ id, name }) => ({ value: id, label: name }))
  const problem = Object.entries(errors).find(([path]) => path.startsWith('assign.tagRows'))?.[1]
  const free = tags.find(({ id }) => !taken.has(id))
  return (
    <FieldGroup label={texts.tag} required error={problem}>
      <ol className={styles.rows}>
        {rows.map((row, index) => (
          <li key={row.tagId} className={styles.row}>
            <Select<TagId>
              className={styles.grow}
              aria-label={`${texts.tagRow(index + 1)} ${texts.tag}`}
              showSearch={{ optionFilterProp: 'label' }}
              disabled={disabled}
              options={options.filter(({ value }) => value === row.tagId || !taken.has(value))}
              value={row.tagId}
              onChange={(tagId) => onChange(rows.with(index, { ...row, tagId }))}
            />
            <div className={styles.grow}>
              <AgentSelect
                id={fieldId(`assign.tagRows.${index}.agentIds`)}
                placeholder={texts.agents}
                value={row.agentIds}
                onChange={(agentIds) => onChange(rows.with(index, { ...row, agentIds }))}
              />
            </div>
            {!disabled && (
              <IconButton
                label={`${texts.tagRow(index + 1)} ${texts.remove1}`}
                onClick={() => onChange(rows.toSpliced(index, 1))}
              >
                <Trash2 size={15} aria-hidden="true" />
              </IconButton>
            )}
          </li>
        ))}
      </ol>
      {!disabled && free && rows.length < PLAN_LIMITS.tagRows && (
        <Button size="sm" onClick={() => onChange([...rows, { tagId: free.id, agentIds: [] }])}>
          <Plus size={14} aria-hidden="true" />
          {texts.addTag}
        </Button>
      )}
    </FieldGroup>
  )
}
