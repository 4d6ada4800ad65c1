import {
  type AutomationCondition,
  CONDITION_LIMITS,
  type ConditionGroup,
  type ConditionItem,
  type ConditionOp,
  type ConditionType,
} from '@ruwu/contract'
import { CONDITION_LABELS, leavesOf } from '@ruwu/domain'
import { Button, IconButton } from '@ruwu/ui'
import { ConfigProvider, Segmented, Select } from 'antd'
import { Plus, X } from 'lucide-react'
import { errorBelow } from '../../../form/problems.ts'
import { newCondition, RULE_CONDITION_TYPES } from '../rule-draft.ts'
import { texts } from '../texts.ts'
import { optionsOf } from './choices.ts'
import { ConditionControl } from './condition-control.tsx'
import styles from './condition-editor.module.css'

const ops = optionsOf(texts.ops)

type ConditionEditorProps = {
  /** Path of the group in the form, for errors and ids of controls. */
  path: string
  group: ConditionGroup
  errors: Record<string, string>
  fieldId: (path: string) => string
  /** Kinds of conditions that are offered. */
  types?: readonly ConditionType[]
  onChange: (group: ConditionGroup) => void
}

/** 全部 or 任一 of some conditions and of groups of them. */
export function ConditionEditor({
  path,
  group,
  errors,
  fieldId,
  types = RULE_CONDITION_TYPES,
  onChange,
}: ConditionEditorProps) {
  const { op, items } = group
  const { componentDisabled } = ConfigProvider.useConfig()
  const set = (next: ConditionItem[]) => onChange({ ...group, items: next })
  const isFull = leavesOf(group).length >= CONDITION_LIMITS.conditions
  const error = errors[`${path}.items`]
  return (
    <div className={styles.editor}>
      {items.length > 1 && (
        <OpSwitch label={texts.opLabel} op={op} onChange={(next) => onChange({ op: next, items })} />
      )}
      <ul className={styles.items}>
        {items.map((item, index) => {
          const place = `${path}.items.${index}`
          const row = { errors, fieldId, types, path: place, onRemove: () => set(items.toSpliced(index, 1)) }
          return (
            // oxlint-disable-next-line react/no-array-index-key -- conditions have no id; rows keep no state
            <li key={index}>
              {item.type === 'group' ? (
                <SubGroup {...row} group={item} isFull={isFull} onChange={(next) => set(items.with(index, next))} />
              ) : (
                <ConditionRow {...row} condition={item} onChange={(next) => set(items.with(index, next))} />
              )}
            </li>
          )
        })}
      </ul>
      {error && (
        <p className={styles.error} role="alert">
          {error}
        </p>
      )}
      {!componentDisabled && (
        <div className={styles.add}>
          <Button size="sm" disabled={isFull} onClick={() => set([...items, newCondition('text')])}>
            <Plus size={14} aria-hidden="true" />
            {texts.addCondition}
          </Button>
          <Button
            size="sm"
            disabled={isFull}
            onClick={() => set([...items, { type: 'group', op: 'any', items: [newCondition('text')] }])}
          >
            <Plus size={14} aria-hidden="true" />
            {texts.addGroup}
          </Button>
        </div>
      )}
    </div>
  )
}

const OpSwitch = ({ label, op, onChange }: { label: string; op: ConditionOp; onChange: (op: ConditionOp) => void }) => (
  <Segmented<ConditionOp>
    aria-label={label}
    size="small"
    className={styles.op}
    options={ops}
    value={op}
    onChange={onChange}
  />
)

type RowProps = Pick<ConditionEditorProps, 'path' | 'errors' | 'fieldId'> & {
  types: readonly ConditionType[]
  onRemove: () => void
}
type ConditionSet = Extract<ConditionItem, { type: 'group' }>
type SubGroupProps = RowProps & { group: ConditionSet; isFull: boolean; onChange: (group: ConditionSet) => void }

/** A group that is removed with its last condition. */
function SubGroup({ path, group, errors, fieldId, types, isFull, onChange, onRemove }: SubGroupProps) {
  const { componentDisabled } = ConfigProvider.useConfig()
  const set = (items: AutomationCondition[]) => (items.length === 0 ? onRemove() : onChange({ ...group, items }))
  return (
    <section className={styles.group} aria-label={texts.group}>
      <header>
        <OpSwitch label={texts.groupOp} op={group.op} onChange={(op) => onChange({ ...group, op })} />
        {!componentDisabled && (
          <IconButton label={texts.removeGroup} title={texts.removeGroup} onClick={onRemove}>
            <X size={15} aria-hidden="true" />
          </IconButton>
        )}
      </header>
      {group.items.map((condition, index) => (
        <ConditionRow
          // oxlint-disable-next-line react/no-array-index-key -- conditions have no id; rows keep no state
          key={index}
          path={`${path}.items.${index}`}
          errors={errors}
          fieldId={fieldId}
          types={types}
          condition={condition}
          onChange={(next) => set(group.items.with(index, next))}
          onRemove={() => set(group.items.toSpliced(index, 1))}
        />
      ))}
      {!componentDisabled && (
        <Button size="sm" variant="link" disabled={isFull} onClick={() => set([...group.items, newCondition('text')])}>
          <Plus size={14} aria-hidden="true" />
          {texts.addCondition}
        </Button>
      )}
    </section>
  )
}

type ConditionRowProps = RowProps & {
  condition: AutomationCondition
  onChange: (condition: AutomationCondition) => void
}

/** The control that carries an error, by the field that is wrong. */
const CONTROL_FIELDS = ['words', 'values', 'relationIds', 'tagIds', 'agentIds', 'fieldId', 'n', 'text']

function ConditionRow({ path, errors, fieldId, types, condition, onChange, onRemove }: ConditionRowProps) {
  const { componentDisabled } = ConfigProvider.useConfig()
  const error = errorBelow(errors, path)
  const field = CONTROL_FIELDS.find((name) => name in condition) ?? 'value'
  const label = CONDITION_LABELS[condition.type]
  return (
    <div className={styles.row}>
      <Select<AutomationCondition['type']>
        aria-label={texts.conditionType}
        className={styles.type}
        options={optionsOf(CONDITION_LABELS, [...types])}
        value={condition.type}
        onChange={(type) => onChange(newCondition(type))}
      />
      <div className={styles.control}>
        <ConditionControl id={fieldId(`${path}.${field}`)} condition={condition} onChange={onChange} />
      </div>
      {!componentDisabled && (
        <IconButton label={texts.removeCondition(label)} title={texts.removeCondition(label)} onClick={onRemove}>
          <X size={15} aria-hidden="true" />
        </IconButton>
      )}
      {error && (
        <p className={styles.error} role="alert">
          {error}
        </p>
      )}
    </div>
  )
}
