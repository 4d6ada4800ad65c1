import type { ChangeListService } from './change-list.service.ts'
import type { customerApi } from '@ruwu/contract'
import type { Handlers } from '../platform/http/implement.ts'
import type { NoteService } from './note.service.ts'
import type { ProfileService } from './profile.service.ts'
import type { ReminderService } from './reminder.service.ts'
import type { SessionListService } from './session-list.service.ts'

export type ProfileParts = {
  profiles: ProfileService
  changes: ChangeListService
  notes: NoteService
  reminders: ReminderService
  sessions: SessionListService
}

export const profileHandlers = (
  parts: ProfileParts,
): Pick<
  Handlers<typeof customerApi>,
  | 'update'
  | 'listChanges'
  | 'createNote'
  | 'listMentionable'
  | 'listNotes'
  | 'removeNote'
  | 'createReminder'
  | 'removeReminder'
  | 'listSessions'
> => ({
  update: ({ caller, body }) => parts.profiles.update(caller, body),
  listChanges: ({ caller, body }) => parts.changes.list(caller, body),
  createNote: ({ caller, body }) => parts.notes.create(caller, body),
  listMentionable: ({ caller, body }) => parts.notes.listMentionable(caller, body.customerId),
  listNotes: ({ caller, body }) => parts.notes.list(caller, body),
  removeNote: ({ caller, query }) => parts.notes.remove(caller, query.id),
  createReminder: ({ caller, body }) => parts.reminders.create(caller, body),
  removeReminder: ({ caller, query }) => parts.reminders.remove(caller, query.id),
  listSessions: ({ caller, body }) => parts.sessions.list(caller, body),
})
