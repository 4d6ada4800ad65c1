import { Dialog } from '@ruwu/ui'
import { useKeepAnswer } from '../ai-run.mutations.ts'
import { useAiRun, type AiMessage } from '../ai-run.queries.ts'
import { initialAnswer } from '../run-text.ts'
import { texts } from '../texts.ts'
import { AnswerDialog } from './answer-dialog.tsx'
import { RunLoading } from './run-loading.tsx'

type KeepAnswerDialogProps = AiMessage & {
  /** The text of the message. */
  text: string
  onClose: () => void
}

/** 改答案并存为知识. The question comes from the run's record; without one the agent types it. */
export function KeepAnswerDialog({ text, onClose, ...message }: KeepAnswerDialogProps) {
  const { data: run, isPending } = useAiRun(message)
  const keep = useKeepAnswer()
  if (isPending)
    return (
      <Dialog wide title={texts.keep} onCancel={onClose}>
        <RunLoading />
      </Dialog>
    )
  return (
    <AnswerDialog
      title={texts.keep}
      initial={initialAnswer(run, text)}
      onSubmit={(entry) => keep.mutateAsync({ ...message, ...entry })}
      onClose={onClose}
    />
  )
}
