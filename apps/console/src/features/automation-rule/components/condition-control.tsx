import { type AutomationCondition, RECEPTION_TYPES, SOURCES } from '@ruwu/contract'
import {
  MATCH_LABELS,
  MESSAGE_TYPE_LABELS,
  RECEPTION_TYPE_LABELS,
  SELECT_PLACEHOLDER,
  SOURCE_LABELS,
  WEEKDAY_LABELS,
} from '@ruwu/domain'
import { Checkbox, Input, InputNumber, Segmented, Select } from 'antd'
import { TimeSpan } from '../../../form/time-span.tsx'
import { AgentSelect } from '../../agent/index.ts'
import { texts } from '../texts.ts'
import { MANY, optionsOf, TYPED, useAccountOptions, useFieldOptions, useTagOptions } from './choices.ts'
import styles from './condition-editor.module.css'

type Condition<Type extends AutomationCondition['type']> = Extract<AutomationCondition, { type: Type }>

type ControlProps<Type extends AutomationCondition['type'] = AutomationCondition['type']> = {
  /** Of the control that an error moves the focus to. */
  id: string
  condition: Condition<Type>
  onChange: (condition: AutomationCondition) => void
}

const sources = optionsOf(SOURCE_LABELS, [...SOURCES])
const receptions = optionsOf(RECEPTION_TYPE_LABELS, [...RECEPTION_TYPES])
const kinds = optionsOf(MESSAGE_TYPE_LABELS)
const days = WEEKDAY_LABELS.map((label, index) => ({ value: index + 1, label }))
const answers = [
  { value: 'true', label: texts.yes },
  { value: 'false', label: texts.no },
]

/** What a condition compares with. */
export function ConditionControl({ id, condition, onChange }: ControlProps) {
  switch (condition.type) {
    case 'source':
      return (
        <Checkbox.Group
          options={sources}
          value={condition.values}
          onChange={(values) => onChange({ ...condition, values })}
        />
      )
    case 'account':
      return <AccountControl id={id} condition={condition} onChange={onChange} />
    case 'text':
      return (
        <>
          <Match
            labels={MATCH_LABELS.text}
            value={condition.match}
            onChange={(match) => onChange({ ...condition, match })}
          />
          <Select
            {...TYPED}
            id={id}
            aria-label={texts.words}
            className={styles.value}
            placeholder={condition.match === 'regex' ? texts.patternHint : texts.wordsHint}
            tokenSeparators={condition.match === 'regex' ? [] : [',', '，', '、']}
            value={condition.words}
            onChange={(words) => onChange({ ...condition, words })}
          />
        </>
      )
    case 'message_type':
      return (
        <Select
          {...MANY}
          id={id}
          aria-label={texts.messageKind}
          className={styles.value}
          options={kinds}
          value={condition.values}
          onChange={(values) => onChange({ ...condition, values })}
        />
      )
    case 'tag':
      return <TagControl id={id} condition={condition} onChange={onChange} />
    case 'reception':
      return (
        <Checkbox.Group
          options={receptions}
          value={condition.values}
          onChange={(values) => onChange({ ...condition, values })}
        />
      )
    case 'owner':
      return (
        <>
          <Match
            labels={MATCH_LABELS.owner}
            value={condition.match}
            onChange={(match) => onChange({ ...condition, match, agentIds: [] })}
          />
          {condition.match === 'listed' && (
            <div className={styles.value}>
              <AgentSelect
                id={id}
                placeholder={SELECT_PLACEHOLDER}
                value={condition.agentIds}
                onChange={(agentIds) => onChange({ ...condition, agentIds })}
              />
            </div>
          )}
        </>
      )
    case 'new_customer':
    case 'ad':
    case 'lead':
      return (
        <Segmented
          options={answers}
          value={String(condition.value)}
          onChange={(value) => onChange({ ...condition, value: value === 'true' })}
        />
      )
    case 'time':
      return (
        <>
          <Select
            {...MANY}
            aria-label={texts.weekdays}
            className={styles.days}
            placeholder={texts.everyDay}
            options={days}
            value={condition.days}
            onChange={(chosen) => onChange({ ...condition, days: chosen.toSorted((a, b) => a - b) })}
          />
          <TimeSpan from={condition.from} to={condition.to} onChange={(span) => onChange({ ...condition, ...span })} />
        </>
      )
    case 'city':
      return (
        <Select
          {...TYPED}
          id={id}
          aria-label={texts.words}
          className={styles.value}
          placeholder={texts.wordsHint}
          tokenSeparators={[',', '，', '、']}
          value={condition.words}
          onChange={(words) => onChange({ ...condition, words })}
        />
      )
    case 'field':
      return <FieldControl id={id} condition={condition} onChange={onChange} />
    case 'round':
      return (
        <>
          <Match
            labels={MATCH_LABELS.round}
            value={condition.match}
            onChange={(match) => onChange({ ...condition, match })}
          />
          <InputNumber
            id={id}
            aria-label={texts.rounds}
            min={0}
            max={1000}
            precision={0}
            value={condition.n}
            onChange={(n) => onChange({ ...condition, n: n ?? 0 })}
          />
        </>
      )
    case 'intent':
      return (
        <Input
          id={id}
          aria-label={texts.intent}
          className={styles.value}
          placeholder={texts.intentHint}
          value={condition.text}
          onChange={(event) => onChange({ ...condition, text: event.target.value })}
        />
      )
  }
}

type MatchProps<Key extends string> = { labels: Record<Key, string>; value: Key; onChange: (value: Key) => void }

const Match = <Key extends string>({ labels, value, onChange }: MatchProps<Key>) => (
  <Select<Key>
    aria-label={texts.match}
    className={styles.match}
    options={optionsOf(labels)}
    value={value}
    onChange={onChange}
  />
)

function AccountControl({ id, condition, onChange }: ControlProps<'account'>) {
  return (
    <Select
      {...MANY}
      id={id}
      aria-label={texts.accounts}
      className={styles.value}
      options={useAccountOptions(condition.relationIds)}
      value={condition.relationIds}
      onChange={(relationIds) => onChange({ ...condition, relationIds })}
    />
  )
}

function TagControl({ id, condition, onChange }: ControlProps<'tag'>) {
  return (
    <>
      <Match
        labels={MATCH_LABELS.tag}
        value={condition.match}
        onChange={(match) => onChange({ ...condition, match })}
      />
      <Select
        {...MANY}
        id={id}
        aria-label={texts.tags}
        className={styles.value}
        options={useTagOptions({ withSystem: true })}
        value={condition.tagIds}
        onChange={(tagIds) => onChange({ ...condition, tagIds })}
      />
    </>
  )
}

function FieldControl({ id, condition, onChange }: ControlProps<'field'>) {
  const isCompared = condition.match === 'equals' || condition.match === 'contains'
  return (
    <>
      <Select
        id={id}
        aria-label={texts.field}
        className={styles.match}
        placeholder={SELECT_PLACEHOLDER}
        options={useFieldOptions()}
        value={condition.fieldId || undefined}
        onChange={(fieldId) => onChange({ ...condition, fieldId })}
      />
      <Match
        labels={MATCH_LABELS.field}
        value={condition.match}
        onChange={(match) => onChange({ ...condition, match })}
      />
      {isCompared && (
        <Input
          aria-label={texts.value}
          className={styles.value}
          value={condition.value}
          onChange={(event) => onChange({ ...condition, value: event.target.value })}
        />
      )}
    </>
  )
}
