import { Input } from 'antd'
import { Field } from '../../../form/field.tsx'
import { texts } from '../texts.ts'
import { fieldId, type FieldsProps } from '../use-knowledge-form.ts'
import { BodyChoice, PastedField, TitleField } from './body-fields.tsx'

/** 网页: its address; pages that cannot be fetched can be pasted as text. */
export function WebFields(fields: FieldsProps) {
  const { draft, errors, onChange } = fields
  return (
    <>
      <Field id={fieldId('url')} label={texts.url} required error={errors.url} hint={texts.urlHint}>
        {(control) => (
          <Input
            {...control}
            data-autofocus
            inputMode="url"
            placeholder="https://"
            value={draft.url}
            onChange={({ target }) => onChange({ url: target.value })}
          />
        )}
      </Field>
      <BodyChoice names={texts.webBodies} value={draft.body} onChange={(body) => onChange({ body })} />
      {draft.body === 'text' && <PastedField {...fields} label={texts.text} />}
      <TitleField {...fields} hint={texts.webTitleHint} />
    </>
  )
}
