import { KNOWLEDGE_TEXT_MAX, KNOWLEDGE_TITLE_MAX } from '@ruwu/contract'
import { INPUT_PLACEHOLDER, lengthCounter } from '@ruwu/domain'
import { ConfigProvider, Input, Segmented } from 'antd'
import { Field, FieldGroup } from '../../../form/field.tsx'
import type { Body } from '../knowledge-draft.ts'
import { texts } from '../texts.ts'
import { fieldId, type FieldsProps } from '../use-knowledge-form.ts'

type TitleFieldProps = FieldsProps & { required?: boolean; hint?: string }

export function TitleField({ draft, errors, onChange, required = false, hint }: TitleFieldProps) {
  return (
    <Field id={fieldId('title')} label={texts.title} required={required} error={errors.title} hint={hint}>
      {(control) => (
        <Input
          {...control}
          placeholder={INPUT_PLACEHOLDER}
          value={draft.title}
          suffix={lengthCounter(draft.title, KNOWLEDGE_TITLE_MAX) ?? <span />}
          onChange={({ target }) => onChange({ title: target.value })}
        />
      )}
    </Field>
  )
}

type PastedFieldProps = FieldsProps & { label: string; hint?: string; placeholder?: string }

/** Text pasted instead of a file or a web page. */
export function PastedField({
  draft,
  errors,
  onChange,
  label,
  hint,
  placeholder = INPUT_PLACEHOLDER,
}: PastedFieldProps) {
  return (
    <Field
      id={fieldId('text')}
      label={label}
      required
      error={errors.text}
      hint={lengthCounter(draft.text, KNOWLEDGE_TEXT_MAX) ?? hint}
    >
      {(control) => (
        <Input.TextArea
          {...control}
          autoSize={{ minRows: 8, maxRows: 20 }}
          placeholder={placeholder}
          value={draft.text}
          onChange={({ target }) => onChange({ text: target.value })}
        />
      )}
    </Field>
  )
}

type BodyChoiceProps<T extends Body> = { names: Record<T, string>; value: Body; onChange: (body: T) => void }

/** Source of the text: file, pasted text or web page. */
export function BodyChoice<T extends Body>({ names, value, onChange }: BodyChoiceProps<T>) {
  const options = (Object.keys(names) as T[]).map((body) => ({ value: body, label: names[body] }))
  const { componentDisabled } = ConfigProvider.useConfig()
  return (
    <FieldGroup label={texts.body}>
      <Segmented<T>
        aria-label={texts.body}
        options={options}
        value={value as T}
        disabled={componentDisabled}
        onChange={onChange}
      />
    </FieldGroup>
  )
}
