import { ANSWER_CHARS_MAX, QUESTION_CHARS_MAX } from '@ruwu/contract'
import { INPUT_PLACEHOLDER, lengthCounter } from '@ruwu/domain'
import { Input } from 'antd'
import { Field } from '../../../form/field.tsx'
import { texts } from '../texts.ts'
import { fieldId, type FieldsProps } from '../use-knowledge-form.ts'
import { SimilarFields } from './similar-fields.tsx'

/** 问答: question, similar questions and answer. */
export function PairFields({ draft, errors, disabled, onChange }: FieldsProps) {
  return (
    <>
      <Field
        id={fieldId('question')}
        label={texts.question}
        required
        error={errors.question}
        hint={lengthCounter(draft.question, QUESTION_CHARS_MAX)}
      >
        {(control) => (
          <Input
            {...control}
            data-autofocus
            placeholder={texts.questionPlaceholder}
            value={draft.question}
            onChange={({ target }) => onChange({ question: target.value })}
          />
        )}
      </Field>
      <SimilarFields draft={draft} errors={errors} disabled={disabled} onChange={onChange} />
      <Field
        id={fieldId('answer')}
        label={texts.answer}
        required
        error={errors.answer}
        hint={lengthCounter(draft.answer, ANSWER_CHARS_MAX) ?? texts.answerHint}
      >
        {(control) => (
          <Input.TextArea
            {...control}
            autoSize={{ minRows: 4, maxRows: 14 }}
            placeholder={INPUT_PLACEHOLDER}
            value={draft.answer}
            onChange={({ target }) => onChange({ answer: target.value })}
          />
        )}
      </Field>
    </>
  )
}
