import type { AgentId, CustomerId, Note, NoteId } from '@ruwu/contract'
import type { Database, Transaction } from '../db/database.ts'
import type { Clock } from '../platform/clock.ts'
import { NotFoundError, UserFacingError } from '../platform/http/errors.ts'
import type { Caller } from '../platform/http/caller.ts'
import type { NoteRow } from '../customer/additions.ts'
import type { CustomerChange } from '../customer/customer-change.ts'
import { type CursorPage, cutPage, NUMBER_CURSOR, readCursor } from '../platform/http/cursor.ts'
import type { CustomerWriter } from '../customer/customer-writer.ts'
import { shownTo } from '../customer/customer.view.ts'
import { deleteNotices } from '../customer/notice.repo.ts'
import { maskedCustomerName, noticesChanged, notifyAgents } from '../customer/notify-agents.ts'
import { findNote, listNotes } from './note.repo.ts'
import { addNote, removedNote } from './note.ts'
import { queueReindex } from '../customer/search-pending.repo.ts'
import { readThreadMessage, touchMessage, writeContent } from '../customer/customer-message.repo.ts'
import { writeNoteRemoved } from '../customer/additions.repo.ts'
import { getVisible, lockJustSeen, lockVisible } from '../customer/visibility.repo.ts'
import { listWatcherIds, listWatchers, watchersFor } from '../customer/watchers.repo.ts'

const NOTE_REMOVAL_MS = 24 * 3_600_000

type NoteInput = { customerId: CustomerId; text: string; mentionIds: readonly AgentId[] }

/** Agents' notes about a customer. */
export class NoteService {
  private readonly db: Database
  private readonly writer: CustomerWriter
  private readonly clock: Clock

  constructor(deps: { db: Database; writer: CustomerWriter; clock: Clock }) {
    this.db = deps.db
    this.writer = deps.writer
    this.clock = deps.clock
  }

  create(caller: Caller, { customerId, text, mentionIds }: NoteInput): Promise<Note> {
    return this.db.transaction(async (tx) => {
      const now = this.clock.now()
      // A reply that came too late may become a note for the colleague who was faster.
      const change = await lockJustSeen(tx.sql, caller, customerId, now)
      const agents = await listWatchers(tx.sql, caller.entId)
      if (mentionIds.some((id) => !agents.some((each) => each.id === id))) throw new NotFoundError('客服')
      // Only who may see the customer is mentioned; the others are missing in the answer.
      const mentioned = watchersFor(agents, change.customer)
        .map(({ id }) => id)
        .filter((id) => mentionIds.includes(id) && id !== caller.agentId)
      const note = addNote(change, { agentId: caller.agentId, text, mentionIds: mentioned }, now)
      await this.writer.commit(tx, [change], now)
      const author = agents.find((each) => each.id === caller.agentId)?.name ?? ''
      const words = `${author} 在 ${maskedCustomerName(change.customer)} 的备注中提到了您`
      const hint = {
        hintType: 'mention',
        text: words,
        detail: text,
        level: 'info',
        seq: note.seq,
        operatorId: caller.agentId,
      } as const
      const told = { to: mentioned, cause: note.id, subjectId: note.id }
      await notifyAgents(tx, change.customer, { ...hint, ...told }, now)
      return toNote(caller, note)
    })
  }

  async listMentionable(caller: Caller, id: CustomerId): Promise<AgentId[]> {
    await getVisible(this.db.sql, caller, id)
    return listWatcherIds(this.db.sql, caller.entId, id)
  }

  /** Newest first. */
  async list(caller: Caller, page: CursorPage & { customerId: CustomerId }) {
    await getVisible(this.db.sql, caller, page.customerId)
    const before = readCursor(page.cursor, NUMBER_CURSOR)
    const { customerId, limit } = page
    const rows = await listNotes(
      this.db.sql,
      { entId: caller.entId, customerId, limit: limit + 1 },
      before === undefined ? undefined : Number(before),
    )
    return cutPage(rows, limit, { mark: (row) => String(row.seq), view: (row) => toNote(caller, row) })
  }

  /** Only by its author, within a day. */
  remove(caller: Caller, id: NoteId): Promise<true> {
    return this.db.transaction(async (tx) => {
      const now = this.clock.now()
      const found = await this.find(tx, caller, id)
      const change = await lockVisible(tx.sql, caller, found.customerId)
      const note = await this.find(tx, caller, id)
      if (note.agentId !== caller.agentId) throw new UserFacingError('refused', '只能删除自己的备注')
      if (now.getTime() - note.createdAt.getTime() >= NOTE_REMOVAL_MS)
        throw new UserFacingError('refused', '备注已超过 24 小时，无法删除')
      await takeAway(tx, change, note, now)
      await this.writer.commit(tx, [change], now)
      return true as const
    })
  }

  private async find(tx: Transaction, { entId }: Caller, id: NoteId): Promise<NoteRow> {
    const row = await findNote(tx.sql, entId, id)
    if (!row) throw new NotFoundError('备注')
    return row
  }
}

async function takeAway(tx: Transaction, change: CustomerChange, note: NoteRow, now: Date): Promise<void> {
  const content = removedNote(note.id)
  const message = await readThreadMessage(tx.sql, note)
  if (!message) throw new NotFoundError('备注')
  await writeContent(tx.sql, note, content, now)
  await touchMessage(tx.sql, note, now)
  await writeNoteRemoved(tx.sql, note, now)
  const { entId, id: subjectId } = note
  noticesChanged(tx, { entId }, await deleteNotices(tx.sql, { entId, kind: 'mention', subjectId }), now)
  await queueReindex(tx.sql, note)
  change.events.push({
    type: 'message_change',
    messageId: message.id,
    chatId: message.chatId,
    status: 1,
    read: false,
    recall: false,
    content,
    operatorId: note.agentId,
  })
}

const toNote = (caller: Caller, row: NoteRow): Note => ({
  id: row.id,
  customerId: row.customerId,
  agentId: row.agentId,
  text: shownTo(caller, row.text),
  mentionIds: row.mentionIds,
  createdAt: row.createdAt.toISOString(),
})
