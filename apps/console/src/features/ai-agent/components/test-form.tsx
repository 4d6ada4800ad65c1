import { AI_TEST_LIMITS, aiAgentApi, type AiTest, type RelationId } from '@ruwu/contract'
import { INPUT_PLACEHOLDER, lengthCounter } from '@ruwu/domain'
import { Button } from '@ruwu/ui'
import { Input } from 'antd'
import { useState } from 'react'
import { fieldErrorsOf } from '../../../api/errors.ts'
import { showError } from '../../../api/show-error.ts'
import { Field, FieldStack } from '../../../form/field.tsx'
import { problemsOf } from '../../../form/problems.ts'
import { errorAt } from '../agent-draft.ts'
import { useSaveTest } from '../ai-agent.mutations.ts'
import { texts } from '../texts.ts'
import styles from './test-sheet.module.css'
import { WordSelect } from './word-select.tsx'

/** One question, and what has to be in its answer. */
export function TestForm(props: { relationId: RelationId; test: AiTest | undefined; onClose: () => void }) {
  const { relationId, test, onClose } = props
  const [question, setQuestion] = useState(test?.question ?? '')
  const [points, setPoints] = useState(test?.points ?? [])
  const [errors, setErrors] = useState<Record<string, string>>({})
  const save = useSaveTest(relationId)

  async function submit() {
    const body = { id: test?.id, question, points }
    const bad = problemsOf(aiAgentApi.saveTest.body.safeParse({ relationId, ...body }))
    setErrors(bad)
    if (Object.keys(bad).length > 0) return
    try {
      await save.mutateAsync(body)
      onClose()
    } catch (error) {
      const fields = fieldErrorsOf(error)
      if (Object.keys(fields).length > 0) setErrors(fields)
      else showError(error)
    }
  }
  return (
    <FieldStack>
      <Field
        id="test-question"
        label={texts.question}
        required
        error={errors.question}
        hint={lengthCounter(question, AI_TEST_LIMITS.question)}
      >
        {(control) => (
          <Input
            {...control}
            data-autofocus
            placeholder={INPUT_PLACEHOLDER}
            value={question}
            onChange={(event) => setQuestion(event.target.value)}
          />
        )}
      </Field>
      <Field
        id="test-points"
        label={texts.expected}
        required
        error={errorAt(errors, 'points')}
        hint={texts.expectedHint(AI_TEST_LIMITS.points)}
      >
        {(control) => (
          // A point may hold spaces and commas.
          <WordSelect {...control} tokenSeparators={['；', ';']} words={points} onChange={setPoints} />
        )}
      </Field>
      <div className={styles.buttons}>
        <Button onClick={onClose}>{texts.cancel}</Button>
        <Button variant="primary" busy={save.isPending} onClick={() => void submit()}>
          {texts.save}
        </Button>
      </div>
    </FieldStack>
  )
}
