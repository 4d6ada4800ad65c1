import { AI_TEST_LIMITS, aiAgentApi, type AiTest, type RelationId } from '@ruwu/contract'
import { INPUT_PLACEHOLDER, lengthCounter } from '@ruwu/domain'
import { Button } from '@ruwu/ui'
import { Input } from 'antd'
import { useEffect, useState } from 'react'
import { fieldErrorsOf } from '../../../api/errors.ts'
import { showError } from '../../../api/show-error.ts'
import { Field, FieldStack } from '../../../form/field.tsx'
import { problemsOf } from '../../../form/problems.ts'
import { SaveButton } from '../../../form/save-button.tsx'
import { errorAt } from '../agent-draft.ts'
import { useSaveTest } from '../ai-agent.mutations.ts'
import { texts } from '../texts.ts'
import styles from './test-sheet.module.css'
import { KeywordSelect } from './draft-fields.tsx'

type TestFormProps = {
  relationId: RelationId
  /** Undefined when creating. */
  test: AiTest | undefined
  onTyped: () => void
  onCancel: () => void
  onSaved: () => void
}

const fieldId = (name: string) => `test-${name}`

/** One test question and the points its answer must contain. */
export function TestForm({ relationId, test, onTyped, onCancel, onSaved }: TestFormProps) {
  const [draft, setDraft] = useState({ question: test?.question ?? '', points: test?.points ?? [] })
  const [errors, setErrors] = useState<Record<string, string>>({})
  const save = useSaveTest(relationId)
  const change = (part: Partial<typeof draft>) => {
    setDraft({ ...draft, ...part })
    setErrors({})
    onTyped()
  }

  async function submit() {
    const body = { id: test?.id, ...draft }
    const bad = problemsOf(aiAgentApi.saveTest.body.safeParse({ relationId, ...body }))
    setErrors(bad)
    if (Object.keys(bad).length > 0) return
    try {
      await save.mutateAsync(body)
      onSaved()
    } catch (error) {
      const fields = fieldErrorsOf(error)
      if (Object.keys(fields).length > 0) setErrors(fields)
      else showError(error)
    }
  }

  // The form opens at the end of the list; focus moves to it.
  useEffect(() => document.getElementById(fieldId('question'))?.focus(), [])
  // Focuses the first invalid field after its message has rendered.
  useEffect(() => {
    const [first] = Object.keys(errors)
    if (first) document.getElementById(fieldId(first.split('.')[0] ?? first))?.focus()
  }, [errors])

  return (
    <FieldStack>
      <Field
        id={fieldId('question')}
        label={texts.question}
        required
        error={errors.question}
        hint={lengthCounter(draft.question, AI_TEST_LIMITS.question)}
      >
        {(control) => (
          <Input
            {...control}
            placeholder={INPUT_PLACEHOLDER}
            value={draft.question}
            onChange={(event) => change({ question: event.target.value })}
          />
        )}
      </Field>
      <Field
        id={fieldId('points')}
        label={texts.expected}
        required
        error={errorAt(errors, 'points')}
        hint={texts.expectedHint(AI_TEST_LIMITS.points)}
      >
        {(control) => (
          // A point may contain spaces and commas.
          <KeywordSelect
            {...control}
            tokenSeparators={['；', ';']}
            keywords={draft.points}
            onChange={(points) => change({ points })}
          />
        )}
      </Field>
      <div className={styles.buttons}>
        <Button onClick={onCancel}>{texts.cancel}</Button>
        <SaveButton busy={save.isPending} onClick={() => void submit()} />
      </div>
    </FieldStack>
  )
}
