import { PUBLISH_NOTE_MAX, aiAgentApi, type AiTest, type AiTestFailure } from '@ruwu/contract'
import { diffDrafts, hasTrigger, lengthCounter } from '@ruwu/domain'
import { Button, Dialog } from '@ruwu/ui'
import { Input } from 'antd'
import { useState } from 'react'
import { fieldErrorsOf } from '../../../api/errors.ts'
import { showError } from '../../../api/show-error.ts'
import { Field } from '../../../form/field.tsx'
import { useLeaveForm } from '../../../form/use-leave-form.ts'
import { problemsOf } from '../../../form/problems.ts'
import { withoutBlanks } from '../agent-draft.ts'
import { usePublish } from '../ai-agent.mutations.ts'
import { useKnowledgeCount } from '../ai-agent.queries.ts'
import { texts } from '../texts.ts'
import { useDraftNames } from '../use-agent-form.ts'
import type { PartProps } from './config-panel.tsx'
import { DiffList } from './diff-list.tsx'
import { PublishChecks } from './publish-checks.tsx'
import styles from './publish-dialog.module.css'

const NOTE_ID = 'publish-note'

type PublishDialogProps = Omit<PartProps, 'canEdit'> & { tests: AiTest[]; onClose: () => void }

/** Publishes the draft after running the checks; failing test questions need an explicit override. */
export function PublishDialog({ agent, form, tests, onClose }: PublishDialogProps) {
  const { relationId, published } = agent
  const [note, setNote] = useState('')
  const [noteError, setNoteError] = useState<string>()
  /** The failed questions and the draft version they belong to: the override holds for that version only. */
  const [failed, setFailed] = useState<{ failures: AiTestFailure[]; draftVersion: number }>()
  const publish = usePublish(relationId)
  const names = useDraftNames(relationId)
  const { data: knowledge } = useKnowledgeCount(relationId)
  const draft = withoutBlanks(form.draft)
  const diff = published ? diffDrafts(published, draft, names) : []
  const isReady = knowledge !== undefined && knowledge.inUse > 0 && hasTrigger(draft)
  const isBusy = publish.isPending || form.isSaving

  async function submit() {
    const force = failed !== undefined
    const problem = noteProblem(note, force)
    setNoteError(problem)
    if (problem) return document.getElementById(NOTE_ID)?.focus()
    // Validation errors are shown in the form.
    const saved = await form.submit()
    if (!saved) return onClose()
    const draftVersion = failed?.draftVersion ?? saved.version
    try {
      const { version, failures } = await publish.mutateAsync({ note, force, draftVersion })
      if (version === null) setFailed({ failures, draftVersion })
      else onClose()
    } catch (error) {
      const refused = fieldErrorsOf(error).note
      if (refused) setNoteError(refused)
      else showError(error)
    }
  }
  const { close } = useLeaveForm(note.trim() !== '', onClose)
  return (
    <Dialog
      wide
      title={texts.publishTitle}
      onCancel={close}
      footer={
        <>
          <Button onClick={close}>{failed ? texts.backToEdit : texts.cancel}</Button>
          <Button variant="primary" busy={isBusy} disabled={!isReady} onClick={() => void submit()}>
            {failed ? texts.publishAnyway : texts.publish}
          </Button>
        </>
      }
    >
      <div className={styles.body}>
        {failed ? (
          <Failures failures={failed.failures} />
        ) : (
          <>
            <p>{texts.publishIntro}</p>
            {form.isDirty && <p className={styles.unsaved}>{texts.saveFirst(Math.max(1, form.changes.length))}</p>}
            <PublishChecks draft={draft} inUse={knowledge?.inUse} tests={tests.length} onLeave={onClose} />
            {diff.length > 0 && (
              <details className={styles.diff}>
                <summary>{texts.changes(diff.length)}</summary>
                <DiffList diff={diff} label={texts.changes(diff.length)} />
              </details>
            )}
          </>
        )}
        <Field
          id={NOTE_ID}
          label={failed ? texts.noteForced : texts.note}
          required={failed !== undefined}
          error={noteError}
          hint={lengthCounter(note, PUBLISH_NOTE_MAX)}
        >
          {(control) => (
            <Input.TextArea
              {...control}
              data-autofocus
              autoSize={{ minRows: 2, maxRows: 5 }}
              placeholder={failed ? undefined : texts.notePlaceholder}
              value={note}
              onChange={(event) => {
                setNote(event.target.value)
                setNoteError(undefined)
              }}
            />
          )}
        </Field>
      </div>
    </Dialog>
  )
}

/** Publishing despite failed questions needs a reason. */
function noteProblem(note: string, force: boolean): string | undefined {
  if (force && note.trim() === '') return texts.noteRequired
  return problemsOf(aiAgentApi.publish.body.pick({ note: true }).safeParse({ note })).note
}

const Failures = ({ failures }: { failures: AiTestFailure[] }) => (
  <section className={styles.failures} role="alert">
    <h3>{texts.failures(failures.length)}</h3>
    <ul>
      {failures.map(({ testId, question, missing }) => (
        <li key={testId}>
          {question}
          <small>
            {texts.missing} {missing.join('、')}
          </small>
        </li>
      ))}
    </ul>
  </section>
)
