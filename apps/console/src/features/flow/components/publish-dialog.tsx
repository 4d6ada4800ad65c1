import { FLOW_LIMITS, FlowDetail, type FlowProblem, flowApi } from '@ruwu/contract'
import { findNode, hasErrors, lengthCounter, flowNodeTitle } from '@ruwu/domain'
import { Button, Dialog, StatusLabel, toast } from '@ruwu/ui'
import { Input } from 'antd'
import { Check, CircleAlert, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { fieldErrorsOf, ResultError } from '../../../api/errors.ts'
import { showError } from '../../../api/show-error.ts'
import { Field } from '../../../form/field.tsx'
import { problemsOf } from '../../../form/problems.ts'
import { useLeaveForm } from '../../../form/use-leave-form.ts'
import { dialogTexts as texts } from '../dialog-texts.ts'
import { usePublishFlow } from '../flow.mutations.ts'
import type { FlowEditor } from '../use-flow-draft.ts'
import { RunningChoice } from './running-choice.tsx'
import styles from './flow-dialogs.module.css'

const NOTE_ID = 'flow-publish-note'

/** What the server found in the flow when it refused to publish it. */
function problemsIn(error: unknown): FlowProblem[] | undefined {
  const data = error instanceof ResultError ? error.data : undefined
  if (typeof data !== 'object' || data === null || !('problems' in data)) return undefined
  return FlowDetail.shape.problems.safeParse(data.problems).data
}

type PublishDialogProps = {
  editor: Pick<FlowEditor, 'flow' | 'draft' | 'persist' | 'take'>
  problems: readonly FlowProblem[]
  /** Closes, selects the node and shows it. */
  onLocate: (nodeId: string) => void
  onClose: () => void
}

/** Publishes exactly what the canvas shows: saved first, then published by its version. */
export function PublishDialog({ editor, problems, onLocate, onClose }: PublishDialogProps) {
  const { flow, draft } = editor
  const [note, setNote] = useState('')
  /** What the publisher has looked at: the canvas behind the dialog may follow a colleague. */
  const [seen] = useState(draft)
  const [noteError, setNoteError] = useState<string>()
  const [moveRunning, setMoveRunning] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  /** Found by the server only, such as a card that was deleted meanwhile. */
  const [refused, setRefused] = useState<readonly FlowProblem[]>()
  const publish = usePublishFlow()
  const { leave, close } = useLeaveForm(note.trim() !== '', onClose)
  const shown = refused ?? problems

  async function submit() {
    const problem = problemsOf(flowApi.publish.body.pick({ note: true }).safeParse({ note })).note
    setNoteError(problem)
    if (problem) return document.getElementById(NOTE_ID)?.focus()
    if (draft !== seen) {
      toast.warning(texts.changedMeanwhile)
      return leave()
    }
    setIsBusy(true)
    try {
      // A conflict is told by the editor; the dialog would hide the canvas it is about.
      const saved = await editor.persist()
      if (!saved) return leave()
      const answer = await publish.mutateAsync({ id: flow.id, note, version: saved.version, moveRunning })
      editor.take(answer)
      toast.success(texts.published(answer.publishedVersion ?? 1))
      return leave()
    } catch (error) {
      setRefused(problemsIn(error))
      const refusedNote = fieldErrorsOf(error).note
      return refusedNote ? setNoteError(refusedNote) : showError(error)
    } finally {
      setIsBusy(false)
    }
  }

  return (
    <Dialog
      wide
      title={texts.publishTitle(draft.name)}
      onCancel={close}
      footer={
        <>
          <Button onClick={close}>{texts.cancel}</Button>
          <Button variant="primary" busy={isBusy} disabled={hasErrors(shown)} onClick={() => void submit()}>
            {texts.publish}
          </Button>
        </>
      }
    >
      <div className={styles.body}>
        {shown.length === 0 ? (
          <StatusLabel tone="success" icon={Check}>
            {texts.checked}
          </StatusLabel>
        ) : (
          <section className={styles.problems} aria-label={texts.checks}>
            <h3>{hasErrors(shown) ? texts.mustFix : texts.warned}</h3>
            <ul>
              {shown.map(({ nodeId, level, msg }, index) => {
                const node = nodeId === null ? undefined : findNode(draft.graph, nodeId)
                const Icon = level === 'error' ? CircleAlert : TriangleAlert
                return (
                  // oxlint-disable-next-line react/no-array-index-key -- two problems may read the same
                  <li key={index} data-level={level}>
                    <Icon size={15} aria-hidden="true" />
                    <span>{node ? texts.problemOf(flowNodeTitle(node), msg) : msg}</span>
                    {node && (
                      <Button variant="link" size="sm" onClick={() => onLocate(node.id)}>
                        {texts.locate}
                      </Button>
                    )}
                  </li>
                )
              })}
            </ul>
          </section>
        )}
        <Field id={NOTE_ID} label={texts.note} error={noteError} hint={lengthCounter(note, FLOW_LIMITS.note)}>
          {(control) => (
            <Input.TextArea
              {...control}
              data-autofocus
              autoSize={{ minRows: 2, maxRows: 4 }}
              placeholder={texts.notePlaceholder}
              value={note}
              onChange={({ target }) => {
                setNote(target.value)
                setNoteError(undefined)
              }}
            />
          )}
        </Field>
        <RunningChoice running={flow.running} value={moveRunning} onChange={setMoveRunning} />
      </div>
    </Dialog>
  )
}
