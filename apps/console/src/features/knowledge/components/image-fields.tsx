import { ANSWER_CHARS_MAX } from '@ruwu/contract'
import { INPUT_PLACEHOLDER, lengthCounter } from '@ruwu/domain'
import { Input } from 'antd'
import { Field } from '../../../form/field.tsx'
import { texts } from '../texts.ts'
import { fieldId, type FieldsProps } from '../use-knowledge-form.ts'
import { TitleField } from './body-fields.tsx'

/** 图片: its description. */
export function ImageFields(fields: FieldsProps) {
  const { draft, errors, onChange } = fields
  return (
    <>
      <TitleField {...fields} required />
      <Field
        id={fieldId('answer')}
        label={texts.description}
        required
        error={errors.answer}
        hint={lengthCounter(draft.answer, ANSWER_CHARS_MAX) ?? texts.descriptionHint}
      >
        {(control) => (
          <Input.TextArea
            {...control}
            autoSize={{ minRows: 4, maxRows: 12 }}
            placeholder={INPUT_PLACEHOLDER}
            value={draft.answer}
            onChange={({ target }) => onChange({ answer: target.value })}
          />
        )}
      </Field>
    </>
  )
}
