import type { AgentId, Content, NoteId } from '@ruwu/contract'
import { newId } from '../platform/ids.ts'
import type { NoteRow } from '../customer/additions.ts'
import { append, type CustomerChange } from '../customer/customer-change.ts'

/** `agentId` null: written by the system. */
type NoteDraft = { agentId: AgentId | null; text: string; mentionIds: readonly AgentId[] }

/** Adds a note: a thread message that only agents see. */
export function addNote(change: CustomerChange, { agentId, text, mentionIds }: NoteDraft, now: Date): NoteRow {
  const { entId, id: customerId } = change.customer
  const id = newId<NoteId>(now)
  const extra = { noteId: id, mentionIds: JSON.stringify(mentionIds) }
  const content: Content = { type: 'note', text, extra, unreadable: true }
  const { seq } = append(change, { senderKind: agentId ? 'human' : 'system', agentId, content }, now)
  const note: NoteRow = {
    entId,
    id,
    customerId,
    seq,
    agentId,
    text,
    mentionIds: [...mentionIds],
    createdAt: now,
    removedAt: null,
  }
  change.additions.notes.push(note)
  return note
}

/** Tombstone of a removed note in the thread. */
export const removedNote = (id: NoteId): Content => ({
  type: 'note',
  text: '',
  extra: { noteId: id, removed: 'true' },
  unreadable: true,
})
