import { FLOW_LIMITS, FLOW_TRIGGERS, type FlowGraph, type FlowTrigger, type RelationId } from '@ruwu/contract'
import { FLOW_TRIGGER_LABELS, SELECT_PLACEHOLDER } from '@ruwu/domain'
import { Button, IconButton } from '@ruwu/ui'
import { Input, Radio, Select } from 'antd'
import { Plus, X } from 'lucide-react'
import { Field, FieldGroup } from '../../../form/field.tsx'
import { AgentSelect } from '../../agent/index.ts'
import { accountOptions, useSimpleAccounts } from '../../channel/index.ts'
import { formTexts as texts } from '../form-texts.ts'
import {
  errorOf,
  fieldId,
  type FormProps,
  NumberBox,
  TagField,
  TargetField,
  TargetSelect,
  TextBox,
  WordFields,
} from './form-fields.tsx'
import { nodeOptions } from './next-steps.tsx'
import styles from './form-fields.module.css'

const blankTriggers: { [Type in FlowTrigger['type']]: Extract<FlowTrigger, { type: Type }> } = {
  session_start: { type: 'session_start' },
  first_message: { type: 'first_message' },
  keyword: { type: 'keyword', match: 'contains', words: [] },
  tag: { type: 'tag', tagIds: [] },
  lead: { type: 'lead' },
  manual: { type: 'manual' },
}
const triggerOptions = FLOW_TRIGGERS.map((value) => ({ value, label: FLOW_TRIGGER_LABELS[value] }))

type StartFormProps = FormProps<'start'> & {
  accountIds: RelationId[]
  onAccounts: (accountIds: RelationId[]) => void
}

/** 开始, with the accounts whose customers may enter. */
export function StartForm({ data: { trigger }, errors, onChange, accountIds, onAccounts }: StartFormProps) {
  const { data: accounts, isError, refetch } = useSimpleAccounts()
  const set = (next: FlowTrigger) => onChange({ trigger: next }, 'trigger')
  const offered = accounts?.filter(
    ({ relationId, openStatus }) => openStatus !== 'unbound' || accountIds.includes(relationId),
  )
  return (
    <>
      <Field id={fieldId('trigger')} label={texts.trigger} hint={texts.triggerHints[trigger.type]}>
        {(control) => (
          <Select
            {...control}
            className={styles.wide}
            options={triggerOptions}
            value={trigger.type}
            onChange={(type) => set(blankTriggers[type])}
          />
        )}
      </Field>
      {trigger.type === 'keyword' && (
        <WordFields
          id={fieldId('trigger.words')}
          value={trigger}
          error={errorOf(errors, 'trigger.words')}
          onChange={(words) => set({ type: 'keyword', ...words })}
        />
      )}
      {trigger.type === 'tag' && (
        <TagField
          id={fieldId('trigger.tagIds')}
          label={texts.tags}
          value={trigger.tagIds}
          error={errorOf(errors, 'trigger.tagIds')}
          onChange={(tagIds) => set({ type: 'tag', tagIds })}
        />
      )}
      <Field id={fieldId('accountIds')} label={texts.accounts} hint={texts.accountsHint}>
        {(control) => (
          <Select
            {...control}
            mode="multiple"
            className={styles.wide}
            placeholder={texts.allAccounts}
            optionFilterProp="label"
            options={accountOptions(offered, accountIds)}
            value={accounts ? accountIds : []}
            onOpenChange={(isOpen) => isOpen && isError && void refetch()}
            onChange={onAccounts}
          />
        )}
      </Field>
    </>
  )
}

export const AiForm = ({ data, errors, onChange }: FormProps<'ai'>) => (
  <>
    <TextBox
      id={fieldId('instruction')}
      label={texts.instruction}
      value={data.instruction}
      max={FLOW_LIMITS.instruction}
      error={errors.instruction}
      hint={texts.instructionHint}
      required
      rows={4}
      onChange={(instruction) => onChange({ ...data, instruction }, 'instruction')}
    />
    <NumberBox
      id={fieldId('maxAnswers')}
      label={texts.maxAnswers}
      value={data.maxAnswers}
      min={1}
      max={FLOW_LIMITS.answers}
      unit={texts.answers}
      error={errors.maxAnswers}
      hint={texts.answersHint}
      onChange={(maxAnswers) => onChange({ ...data, maxAnswers }, 'maxAnswers')}
    />
  </>
)

export const TagForm = ({ data, errors, onChange }: FormProps<'tag'>) => (
  <>
    <TagField
      id={fieldId('add')}
      label={texts.addTags}
      value={data.add}
      error={errors.add}
      onChange={(add) => onChange({ ...data, add }, 'add')}
    />
    <TagField
      id={fieldId('remove')}
      label={texts.removeTags}
      value={data.remove}
      error={errors.remove}
      onChange={(remove) => onChange({ ...data, remove }, 'remove')}
    />
  </>
)

export const FieldForm = ({ data, errors, onChange }: FormProps<'field'>) => (
  <>
    <TargetField
      label={texts.field}
      value={data.field}
      error={errors.field}
      onChange={(field) => onChange({ ...data, field }, 'field')}
    />
    <TextBox
      id={fieldId('value')}
      label={texts.value}
      value={data.value}
      max={200}
      error={errors.value}
      hint={texts.valueHint}
      rows={1}
      onChange={(value) => onChange({ ...data, value }, 'value')}
    />
  </>
)

export const AssignForm = ({ data, errors, onChange }: FormProps<'assign'>) => (
  <>
    <FieldGroup label={texts.assign} hint={texts.assignHints[data.to]}>
      <Radio.Group
        value={data.to}
        options={[
          { value: 'familiar', label: texts.assignTo.familiar },
          { value: 'listed', label: texts.assignTo.listed },
        ]}
        onChange={({ target }) => onChange({ ...data, to: target.value === 'listed' ? 'listed' : 'familiar' }, 'to')}
      />
    </FieldGroup>
    {data.to === 'listed' && (
      <Field id={fieldId('agentIds')} label={texts.agents} required error={errors.agentIds}>
        {(control) => (
          <AgentSelect
            {...control}
            placeholder={SELECT_PLACEHOLDER}
            value={data.agentIds}
            onChange={(agentIds) => onChange({ ...data, agentIds }, 'agentIds')}
          />
        )}
      </Field>
    )}
  </>
)

export const WaitForm = ({ data, errors, onChange }: FormProps<'wait'>) => (
  <NumberBox
    id={fieldId('minutes')}
    label={texts.wait}
    value={data.minutes}
    min={0}
    max={FLOW_LIMITS.minutes}
    unit={texts.minutes}
    error={errors.minutes}
    hint={texts.waitHint}
    onChange={(minutes) => onChange({ minutes }, 'minutes')}
  />
)

export function WebhookForm({ data, errors, onChange }: FormProps<'webhook'>) {
  const { mapping } = data
  const set = (next: typeof mapping, field = 'mapping') => onChange({ ...data, mapping: next }, field)
  return (
    <>
      <TextBox
        id={fieldId('url')}
        label={texts.url}
        value={data.url}
        max={FLOW_LIMITS.url}
        error={errors.url}
        hint={texts.urlHint}
        required
        rows={1}
        onChange={(url) => onChange({ ...data, url }, 'url')}
      />
      <FieldGroup label={texts.mapping} hint={texts.mappingHint} error={errorOf(errors, 'mapping')}>
        <ul className={styles.rows}>
          {mapping.map((row, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- a row has no id
            <li key={index} className={styles.mapped}>
              <Input
                aria-label={texts.mappingPath(index + 1)}
                placeholder={texts.pathPlaceholder}
                value={row.path}
                onChange={({ target }) => set(mapping.with(index, { ...row, path: target.value }), `path.${index}`)}
              />
              <Input
                aria-label={texts.mappingName(index + 1)}
                placeholder={texts.namePlaceholder}
                value={row.name}
                onChange={({ target }) => set(mapping.with(index, { ...row, name: target.value }), `name.${index}`)}
              />
              <TargetSelect
                aria-label={texts.mappingField(index + 1)}
                value={row.field}
                none={texts.noField}
                onChange={(field) => set(mapping.with(index, { ...row, field }), `field.${index}`)}
              />
              <IconButton
                label={texts.removeMapping(index + 1)}
                title={texts.removeMapping(index + 1)}
                onClick={() => set(mapping.toSpliced(index, 1))}
              >
                <X size={14} aria-hidden="true" />
              </IconButton>
            </li>
          ))}
        </ul>
        {mapping.length < FLOW_LIMITS.mapped && (
          <Button
            size="sm"
            className={styles.add}
            onClick={() => set([...mapping, { path: '', name: '', field: null }])}
          >
            <Plus size={14} aria-hidden="true" />
            {texts.addMapping}
          </Button>
        )}
      </FieldGroup>
    </>
  )
}

type JumpFormProps = FormProps<'jump'> & { nodeId: string; graph: FlowGraph }

export const JumpForm = ({ data, errors, onChange, nodeId, graph }: JumpFormProps) => (
  <Field id={fieldId('nodeId')} label={texts.jumpTo} required error={errors.nodeId} hint={texts.jumpHint}>
    {(control) => (
      <Select
        {...control}
        className={styles.wide}
        placeholder={SELECT_PLACEHOLDER}
        showSearch
        optionFilterProp="label"
        options={nodeOptions(graph, nodeId)}
        value={data.nodeId}
        onChange={(id) => onChange({ nodeId: id }, 'nodeId')}
      />
    )}
  </Field>
)

export const HandoffForm = ({ data, errors, onChange }: FormProps<'handoff'>) => (
  <TextBox
    id={fieldId('text')}
    label={texts.handoffText}
    value={data.text}
    max={200}
    error={errors.text}
    hint={texts.handoffHint}
    isMessage
    onChange={(text) => onChange({ text }, 'text')}
  />
)

export const EndForm = () => <p className={styles.note}>{texts.endText}</p>
