import { ACTION_LIMITS, type AutomationAction } from '@ruwu/contract'
import { INPUT_PLACEHOLDER, minutesText, REPLY_VARIABLES, SELECT_PLACEHOLDER } from '@ruwu/domain'
import { Button } from '@ruwu/ui'
import { Input, InputNumber, Segmented, Select } from 'antd'
import { ImageField } from '../../../form/image-field.tsx'
import { NoOptions } from '../../../form/no-options.tsx'
import { AgentSelect } from '../../agent/index.ts'
import { newMessage } from '../rule-draft.ts'
import { texts } from '../texts.ts'
import { MANY, optionsOf, useCardOptions, useFieldOptions, useFlowOptions, useTagOptions } from './choices.ts'
import styles from './action-editor.module.css'

const IMAGE_LIMIT = { types: ['image/jpeg', 'image/png'], maxBytes: 10 * 1024 * 1024 }
const kinds = optionsOf(texts.messageKinds)
const targets = optionsOf(texts.assignTargets)

type Action<Type extends AutomationAction['type']> = Extract<AutomationAction, { type: Type }>

type ControlProps<Type extends AutomationAction['type'] = AutomationAction['type']> = {
  /** Of the control that an error moves the focus to. */
  id: string
  action: Action<Type>
  onChange: (action: AutomationAction) => void
}

/** What an action needs to know. */
export function ActionControl({ id, action, onChange }: ControlProps) {
  switch (action.type) {
    case 'send':
      return <SendControl id={id} action={action} onChange={onChange} />
    case 'add_tags':
    case 'remove_tags':
      return <TagsControl id={id} action={action} onChange={onChange} />
    case 'assign':
      return <AssignControl id={id} action={action} onChange={onChange} />
    case 'workflow':
      return <FlowControl id={id} action={action} onChange={onChange} />
    case 'set_field':
      return <FieldControl id={id} action={action} onChange={onChange} />
    case 'note':
      return (
        <Input.TextArea
          id={id}
          aria-label={texts.noteText}
          autoSize={{ minRows: 1, maxRows: 4 }}
          placeholder={texts.noteText}
          value={action.params.text}
          onChange={(event) => onChange({ ...action, params: { text: event.target.value } })}
        />
      )
    case 'notify':
      return (
        <>
          <AgentSelect
            id={`${id}-agents`}
            placeholder={texts.owner}
            value={action.params.agentIds}
            onChange={(agentIds) => onChange({ ...action, params: { ...action.params, agentIds } })}
          />
          <Input
            id={id}
            aria-label={texts.notifyText}
            placeholder={texts.notifyText}
            value={action.params.text}
            onChange={(event) => onChange({ ...action, params: { ...action.params, text: event.target.value } })}
          />
        </>
      )
    case 'webhook':
      return (
        <>
          <Input
            id={id}
            aria-label={texts.webhookUrl}
            placeholder="https://"
            value={action.params.url}
            onChange={(event) => onChange({ ...action, params: { url: event.target.value } })}
          />
          <p className={styles.hint}>{texts.webhookHint}</p>
        </>
      )
    case 'wait':
      return (
        <>
          <InputNumber
            id={id}
            aria-label={texts.waitMinutes}
            className={styles.number}
            min={1}
            max={ACTION_LIMITS.waitMinutes}
            precision={0}
            suffix={texts.minutesUnit}
            value={action.params.minutes}
            onChange={(minutes) => onChange({ ...action, params: { minutes: minutes ?? 1 } })}
          />
          <p className={styles.hint}>
            {minutesText(action.params.minutes)} · {texts.waitHint}
          </p>
        </>
      )
    case 'release':
    case 'ai_on':
    case 'ai_off':
    case 'archive':
      return <p className={styles.hint}>{texts.nothingToSet}</p>
  }
}

function SendControl({ id, action, onChange }: ControlProps<'send'>) {
  const { params } = action
  const set = (next: typeof params) => onChange({ type: 'send', params: next })
  const cards = useCardOptions()
  return (
    <>
      <Segmented
        aria-label={texts.messageKind}
        size="small"
        className={styles.kinds}
        options={kinds}
        value={params.type}
        onChange={(type) => set(newMessage(type))}
      />
      {params.type === 'text' && (
        <>
          <Input.TextArea
            id={id}
            aria-label={texts.messageText}
            autoSize={{ minRows: 2, maxRows: 8 }}
            placeholder={INPUT_PLACEHOLDER}
            value={params.text}
            onChange={(event) => set({ type: 'text', text: event.target.value })}
          />
          <div className={styles.variables}>
            {texts.variables}
            {REPLY_VARIABLES.map((name) => (
              <Button
                key={name}
                variant="link"
                size="sm"
                onClick={() => set({ type: 'text', text: `${params.text}{${name}}` })}
              >
                {`{${name}}`}
              </Button>
            ))}
          </div>
        </>
      )}
      {params.type === 'image' && (
        <ImageField
          id={id}
          label={texts.image}
          url={params.url}
          limit={IMAGE_LIMIT}
          isPrivate
          onChange={(url) => set({ type: 'image', url })}
        />
      )}
      {params.type === 'card' && (
        <Select
          id={id}
          aria-label={texts.card}
          className={styles.wide}
          showSearch
          optionFilterProp="label"
          placeholder={SELECT_PLACEHOLDER}
          notFoundContent={<NoOptions text={texts.cardNone} />}
          options={cards}
          value={params.materialId || undefined}
          onChange={(materialId) => set({ type: 'card', materialId })}
        />
      )}
    </>
  )
}

const TagsControl = ({ id, action, onChange }: ControlProps<'add_tags' | 'remove_tags'>) => (
  <Select
    {...MANY}
    id={id}
    aria-label={texts.tags}
    className={styles.wide}
    options={useTagOptions({ withSystem: false })}
    value={action.params.tagIds}
    onChange={(tagIds) => onChange({ ...action, params: { tagIds } })}
  />
)

function AssignControl({ id, action: { params }, onChange }: ControlProps<'assign'>) {
  return (
    <>
      <Segmented
        aria-label={texts.assignTo}
        size="small"
        className={styles.kinds}
        options={targets}
        value={params.to}
        onChange={(to) =>
          onChange({ type: 'assign', params: to === 'former' ? { to: 'former' } : { to: 'agents', agentIds: [] } })
        }
      />
      {params.to === 'agents' && (
        <AgentSelect
          id={id}
          placeholder={SELECT_PLACEHOLDER}
          value={params.agentIds}
          onChange={(agentIds) => onChange({ type: 'assign', params: { to: 'agents', agentIds } })}
        />
      )}
      <p className={styles.hint}>{params.to === 'former' ? texts.formerHint : texts.agentsHint}</p>
    </>
  )
}

const FlowControl = ({ id, action, onChange }: ControlProps<'workflow'>) => (
  <Select
    id={id}
    aria-label={texts.flow}
    className={styles.wide}
    placeholder={SELECT_PLACEHOLDER}
    notFoundContent={<NoOptions text={texts.flowNone} />}
    options={useFlowOptions()}
    value={action.params.flowId || undefined}
    onChange={(flowId) => onChange({ ...action, params: { flowId } })}
  />
)

function FieldControl({ id, action: { params }, onChange }: ControlProps<'set_field'>) {
  return (
    <div className={styles.pair}>
      <Select
        id={id}
        aria-label={texts.field}
        placeholder={SELECT_PLACEHOLDER}
        options={useFieldOptions()}
        value={params.fieldId || undefined}
        onChange={(fieldId) => onChange({ type: 'set_field', params: { ...params, fieldId } })}
      />
      <Input
        aria-label={texts.value}
        placeholder={texts.value}
        value={params.value}
        onChange={(event) => onChange({ type: 'set_field', params: { ...params, value: event.target.value } })}
      />
    </div>
  )
}
