import { ANSWER_CHARS_MAX, QUESTION_CHARS_MAX, aiRunApi } from '@ruwu/contract'
import { INPUT_PLACEHOLDER, lengthCounter } from '@ruwu/domain'
import { Button, Dialog } from '@ruwu/ui'
import { useMutation } from '@tanstack/react-query'
import { Input } from 'antd'
import { Field, FieldStack } from '../../../form/field.tsx'
import { problemsOf } from '../../../form/problems.ts'
import { SaveButton } from '../../../form/save-button.tsx'
import { useDraftForm } from '../../../form/use-draft-form.ts'
import { texts } from '../texts.ts'

export type QuestionAndAnswer = { question: string; answer: string }

const EntryBody = aiRunApi.keep.body.pick({ question: true, answer: true })

const fieldId = (name: string) => `answer-dialog-${name}`

type AnswerDialogProps = {
  title: string
  initial: QuestionAndAnswer
  onSubmit: (entry: QuestionAndAnswer) => Promise<unknown>
  onClose: () => void
}

/** Question and answer, edited by an agent before they become a knowledge entry. */
export function AnswerDialog({ title, initial, onSubmit, onClose }: AnswerDialogProps) {
  const { mutateAsync: save, isPending: isSaving } = useMutation({ mutationFn: onSubmit })
  const { draft, errors, change, submit, close } = useDraftForm<never, QuestionAndAnswer>({
    kept: undefined,
    draftOf: (kept) => kept,
    blank: initial,
    isSame: (one, other) => one.question === other.question && one.answer === other.answer,
    check: (typed) => problemsOf(EntryBody.safeParse(typed)),
    save,
    isSaving,
    fieldId,
    onClose,
  })
  return (
    <Dialog
      wide
      title={title}
      onCancel={close}
      footer={
        <>
          <Button onClick={close}>{texts.cancel}</Button>
          <SaveButton busy={isSaving} onClick={submit} />
        </>
      }
    >
      <FieldStack>
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
              placeholder={INPUT_PLACEHOLDER}
              value={draft.question}
              onChange={({ target }) => change({ question: target.value })}
            />
          )}
        </Field>
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
