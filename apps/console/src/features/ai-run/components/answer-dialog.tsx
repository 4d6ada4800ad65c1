import { ANSWER_CHARS_MAX, QUESTION_CHARS_MAX, aiRunApi } from '@ruwu/contract'
import { INPUT_PLACEHOLDER, lengthCounter } from '@ruwu/domain'
import { Button, Dialog } from '@ruwu/ui'
import { Input } from 'antd'
import { useState } from 'react'
import { fieldErrorsOf } from '../../../api/errors.ts'
import { showError } from '../../../api/show-error.ts'
import { Field, FieldStack } from '../../../form/field.tsx'
import { problemsOf } from '../../../form/problems.ts'
import { texts } from '../texts.ts'

/** A question with its answer, as a person leaves it. */
export type QuestionAndAnswer = { question: string; answer: string }

const Words = aiRunApi.keep.body.pick({ question: true, answer: true })

type AnswerDialogProps = {
  title: string
  words: QuestionAndAnswer
  onSubmit: (words: QuestionAndAnswer) => Promise<unknown>
  onClose: () => void
}

/** A question with its answer, put right by a person before it becomes knowledge. */
export function AnswerDialog({ title, words, onSubmit, onClose }: AnswerDialogProps) {
  const [draft, setDraft] = useState(words)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [isSaving, setIsSaving] = useState(false)
  const change = (part: Partial<QuestionAndAnswer>) => {
    setDraft({ ...draft, ...part })
    setErrors({})
  }

  async function submit() {
    if (isSaving) return
    const bad = problemsOf(Words.safeParse(draft))
    setErrors(bad)
    if (Object.keys(bad).length > 0) return
    setIsSaving(true)
    try {
      await onSubmit(draft)
      onClose()
    } catch (error) {
      const fields = fieldErrorsOf(error)
      if (Object.keys(fields).length > 0) setErrors(fields)
      else showError(error)
      setIsSaving(false)
    }
  }

  return (
    <Dialog
      wide
      title={title}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button variant="primary" busy={isSaving} onClick={submit}>
            {texts.save}
          </Button>
        </>
      }
    >
      <FieldStack>
        <Field
          id="answer-dialog-question"
          label={texts.question}
          required
          error={errors.question}
          hint={lengthCounter(draft.question, QUESTION_CHARS_MAX)}
        >
          {(control) => (
            <Input
              {...control}
              placeholder={INPUT_PLACEHOLDER}
              value={draft.question}
              onChange={({ target }) => change({ question: target.value })}
            />
          )}
        </Field>
        <Field
          id="answer-dialog-answer"
          label={texts.answer}
          required
          error={errors.answer}
          hint={lengthCounter(draft.answer, ANSWER_CHARS_MAX) ?? texts.answerHint}
        >
          {(control) => (
            <Input.TextArea
              {...control}
              data-autofocus
              autoSize={{ minRows: 4, maxRows: 10 }}
              placeholder={INPUT_PLACEHOLDER}
              value={draft.answer}
              onChange={({ target }) => change({ answer: target.value })}
            />
          )}
        </Field>
      </FieldStack>
    </Dialog>
  )
}
