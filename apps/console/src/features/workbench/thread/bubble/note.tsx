import { AgentId, NoteId, type CustomerMessage } from '@ruwu/contract'
import { IconButton, confirm } from '@ruwu/ui'
import { Lock, Trash2 } from 'lucide-react'
import { useMinute } from '../../../../browser/clock.ts'
import { useLogContext } from '../message-log/log-context.ts'
import { useRemoveNote } from '../message.mutations.ts'
import { texts } from '../texts.ts'
import { canRemoveNote, splitMentions } from './note-content.ts'
import styles from './note.module.css'
import type { Line } from './message-line.ts'
import type { MessageBody } from './message-body.ts'
import { MessageText } from './message-text.tsx'
import { clockTimeOf, timeHintOf } from './time-text.ts'

type NoteProps = { line: Line; body: Extract<MessageBody, { kind: 'note' }> }

/** An internal note in the thread. */
export function Note({ line, body }: NoteProps) {
  const { timeZone, agents, customer, keyword } = useLogContext()
  const names = mentionedOf(line.message).flatMap((id) => agents.get(id)?.name ?? [])
  const name = line.sender === 'system' ? texts.systemNote : (agents.get(line.senderId)?.name ?? line.name)
  return (
    <div className={styles.slip} data-bubble="">
      <header>
        <Lock size={13} aria-hidden="true" />
        {texts.note}
        <RemoveNote line={line} noteId={body.noteId} />
        <time dateTime={line.createdAt} title={timeHintOf(line, timeZone)}>
          {name} {clockTimeOf(line.createdAt, timeZone)}
        </time>
      </header>
      <p>
        {splitMentions(body.text, names).map((part) =>
          part.isMention ? (
            <b key={part.start}>{part.text}</b>
          ) : (
            <MessageText key={part.start} source={customer.source} text={part.text} keyword={keyword} isTrusted />
          ),
        )}
      </p>
    </div>
  )
}

/** Deletion by the author within the time limit; the server decides. */
function RemoveNote({ line, noteId }: { line: Line; noteId: string }) {
  const { meId } = useLogContext()
  const remove = useRemoveNote()
  const now = useMinute()
  const id = NoteId.safeParse(noteId).data
  if (!id || !canRemoveNote(line, meId, now)) return null
  const ask = async () => {
    if (await confirm({ title: texts.removeNoteTitle, content: texts.removeNoteEffect })) remove.mutate(id)
  }
  return (
    <IconButton className={styles.remove} label={texts.removeNote} title={texts.removeNote} onClick={() => void ask()}>
      <Trash2 size={13} />
    </IconButton>
  )
}

function mentionedOf(message: CustomerMessage | undefined): AgentId[] {
  try {
    const ids: unknown = JSON.parse(message?.content.extra?.mentionIds ?? '[]')
    return Array.isArray(ids) ? ids.flatMap((id) => AgentId.safeParse(id).data ?? []) : []
  } catch {
    return []
  }
}
