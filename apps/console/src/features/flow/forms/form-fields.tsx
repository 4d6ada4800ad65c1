import {
  type FlowField,
  FLOW_LIMITS,
  type FlowNodeOf,
  type FlowNodeType,
  KEYWORD_MATCHES,
  type TagId,
} from '@ruwu/contract'
import { CARD_TYPE_LABELS, INPUT_PLACEHOLDER, lengthCounter, REPLY_VARIABLES, SELECT_PLACEHOLDER } from '@ruwu/domain'
import { IconButton } from '@ruwu/ui'
import { Dropdown, Input, InputNumber, Segmented, Select } from 'antd'
import type { TextAreaRef } from 'antd/es/input/TextArea'
import { Braces, Smile } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { Field, FieldGroup } from '../../../form/field.tsx'
import { useCustomerFields } from '../../customer-setting/index.ts'
import { EmojiPopover } from '../../emoji/index.ts'
import { useMaterialChoices } from '../../material/index.ts'
import { useTags } from '../../tag/index.ts'
import { formTexts as texts } from '../form-texts.ts'
import styles from './form-fields.module.css'

/** The form of one kind of node. A change names the field it belongs to: typing into one field is one step of undo. */
export type FormProps<Type extends FlowNodeType> = {
  data: FlowNodeOf<Type>['data']
  /** By the path inside `data`. */
  errors: Record<string, string>
  onChange: (data: FlowNodeOf<Type>['data'], field: string) => void
}

export const fieldId = (path: string) => `flow-${path}`

/** The first error of the rows of a list. */
export const errorOf = (errors: Record<string, string>, prefix: string): string | undefined =>
  Object.entries(errors).find(([path]) => path.startsWith(prefix))?.[1]

type TextBoxProps = {
  id: string
  label: string
  value: string
  max: number
  error: string | undefined
  hint?: ReactNode
  /** Sent to the customer: with variables and emoji. */
  isMessage?: boolean
  required?: boolean
  rows?: number
  onChange: (value: string) => void
}

export function TextBox({
  id,
  label,
  value,
  max,
  error,
  hint,
  isMessage = false,
  required,
  rows = 3,
  onChange,
}: TextBoxProps) {
  const box = useRef<TextAreaRef>(null)
  const element = () => box.current?.resizableTextArea?.textArea
  /** At the caret. */
  const insert = (text: string) => {
    const { selectionStart = value.length, selectionEnd = value.length } = element() ?? {}
    onChange(value.slice(0, selectionStart) + text + value.slice(selectionEnd))
    const caret = selectionStart + text.length
    requestAnimationFrame(() => element()?.setSelectionRange(caret, caret))
  }
  return (
    <Field id={id} label={label} required={required} error={error} hint={lengthCounter(value, max) ?? hint}>
      {(control) => (
        <>
          <Input.TextArea
            {...control}
            ref={box}
            autoSize={{ minRows: rows, maxRows: 10 }}
            placeholder={INPUT_PLACEHOLDER}
            value={value}
            onChange={({ target }) => onChange(target.value)}
          />
          {isMessage && (
            <div className={styles.tools}>
              <Dropdown
                trigger={['click']}
                menu={{
                  items: REPLY_VARIABLES.map((name) => ({ key: name, label: name })),
                  onClick: ({ key }) => {
                    insert(`{${key}}`)
                    element()?.focus()
                  },
                }}
              >
                <IconButton label={texts.insertVariable} title={texts.insertVariable}>
                  <Braces size={16} strokeWidth={1.75} aria-hidden="true" />
                </IconButton>
              </Dropdown>
              <EmojiPopover source="redbook" onPick={insert} onDone={() => element()?.focus()}>
                {(isOpen) => (
                  <IconButton label={texts.emoji} title={texts.emoji} aria-haspopup="dialog" aria-expanded={isOpen}>
                    <Smile size={16} strokeWidth={1.75} aria-hidden="true" />
                  </IconButton>
                )}
              </EmojiPopover>
            </div>
          )}
        </>
      )}
    </Field>
  )
}

type NumberBoxProps = {
  id: string
  label: string
  value: number
  min: number
  max: number
  unit: string
  error?: string | undefined
  hint?: ReactNode
  onChange: (value: number) => void
}

export function NumberBox({ id, label, value, min, max, unit, error, hint, onChange }: NumberBoxProps) {
  /** Emptied to type another number: the old one holds until then. */
  const [isEmpty, setIsEmpty] = useState(false)
  return (
    <Field id={id} label={label} error={error} hint={hint}>
      {(control) => (
        <InputNumber
          {...control}
          className={styles.number}
          min={min}
          max={max}
          precision={0}
          suffix={unit}
          value={isEmpty ? null : value}
          onBlur={() => setIsEmpty(false)}
          onChange={(next) => {
            setIsEmpty(next === null)
            if (next !== null) onChange(next)
          }}
        />
      )}
    </Field>
  )
}

type Words = { match: (typeof KEYWORD_MATCHES)[number]; words: string[] }
const matchOptions = KEYWORD_MATCHES.map((value) => ({ value, label: texts.matches[value] }))

type WordFieldsProps = { id: string; value: Words; error: string | undefined; onChange: (value: Words) => void }

export function WordFields({ id, value, error, onChange }: WordFieldsProps) {
  const { match, words } = value
  return (
    <>
      <FieldGroup label={texts.match}>
        <Segmented
          aria-label={texts.match}
          options={matchOptions}
          value={match}
          onChange={(next) => onChange({ match: next, words })}
        />
      </FieldGroup>
      <Field id={id} label={texts.words} required error={error} hint={texts.wordsHint}>
        {(control) => (
          <Select
            {...control}
            mode="tags"
            className={styles.wide}
            open={false}
            suffixIcon={null}
            tokenSeparators={match === 'regex' ? [] : [',', '，', '、', ' ']}
            value={words}
            onChange={(next: string[]) => onChange({ match, words: next.slice(0, FLOW_LIMITS.keywords) })}
          />
        )}
      </Field>
    </>
  )
}

type TagFieldProps = {
  id: string
  label: string
  value: TagId[]
  error?: string | undefined
  onChange: (ids: TagId[]) => void
}

export function TagField({ id, label, value, error, onChange }: TagFieldProps) {
  const { data: tags, isError, refetch } = useTags()
  const options = (tags ?? []).map((tag) => ({ value: tag.id, label: tag.name }))
  return (
    <Field id={id} label={label} error={error}>
      {(control) => (
        <Select
          {...control}
          mode="multiple"
          className={styles.wide}
          placeholder={SELECT_PLACEHOLDER}
          optionFilterProp="label"
          loading={!tags && !isError}
          options={options}
          value={tags ? value : []}
          onOpenChange={(isOpen) => isOpen && isError && void refetch()}
          onChange={onChange}
        />
      )}
    </Field>
  )
}

type CardFieldProps = {
  label: string
  value: string | null
  error?: string | undefined
  onChange: (id: FlowNodeOf<'card'>['data']['materialId']) => void
}

/** The cards of all accounts. */
export function CardField({ label, value, error, onChange }: CardFieldProps) {
  const { data: cards, isError, refetch } = useMaterialChoices()
  return (
    <Field id={fieldId('materialId')} label={label} error={error} hint={cards?.length === 0 && texts.noCards}>
      {(control) => (
        <Select
          {...control}
          className={styles.wide}
          placeholder={SELECT_PLACEHOLDER}
          allowClear
          showSearch
          optionFilterProp="label"
          loading={!cards && !isError}
          options={(cards ?? []).map(({ id, name, type }) => ({
            value: id,
            label: `${name} · ${CARD_TYPE_LABELS[type]}`,
          }))}
          value={cards?.find(({ id }) => id === value)?.id ?? null}
          onOpenChange={(isOpen) => isOpen && isError && void refetch()}
          onChange={(id) => onChange(id ?? null)}
        />
      )}
    </Field>
  )
}

const NO_FIELD = ''

type TargetSelectProps = {
  id?: string
  'aria-label'?: string
  value: FlowField
  /** Text of the choice to write nowhere. */
  none?: string | undefined
  onChange: (field: FlowField) => void
}

/** A field of the customer. */
export function TargetSelect({ value, none, onChange, ...control }: TargetSelectProps) {
  const { data: fields = [] } = useCustomerFields()
  const options: { value: NonNullable<FlowField> | typeof NO_FIELD; label: string }[] = [
    ...(none ? [{ value: NO_FIELD, label: none } as const] : []),
    { value: 'remark', label: texts.fixedFields.remark },
    { value: 'city', label: texts.fixedFields.city },
    ...fields.map(({ id, name }) => ({ value: id, label: name })),
  ]
  return (
    <Select
      {...control}
      className={styles.wide}
      placeholder={SELECT_PLACEHOLDER}
      showSearch
      optionFilterProp="label"
      options={options}
      value={value ?? (none ? NO_FIELD : null)}
      onChange={(next: NonNullable<FlowField> | typeof NO_FIELD) => onChange(next === NO_FIELD ? null : next)}
    />
  )
}

type TargetFieldProps = Omit<TargetSelectProps, 'id' | 'aria-label'> & { label: string; error?: string | undefined }

export const TargetField = ({ label, error, ...select }: TargetFieldProps) => (
  <Field id={fieldId('field')} label={label} error={error}>
    {(control) => <TargetSelect {...control} {...select} />}
  </Field>
)
