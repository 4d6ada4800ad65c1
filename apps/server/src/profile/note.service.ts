import type { AgentId, CustomerId, Note, NoteId } from '@ruwu/contract'
import { maskContacts } from '@ruwu/domain'
import { and, desc, eq, isNull, lt } from 'drizzle-orm'
import type { Database, Transaction } from '../db/database.ts'
import { customerMessage, customerNote, message } from '../db/schema/index.ts'
import type { Clock } from '../platform/clock.ts'
import { NotFoundError, UserFacingError } from '../platform/http/errors.ts'
import type { Caller } from '../features/auth/index.ts'
import type { NoteRow } from '../customer/additions.ts'
import type { Case } from '../customer/customer-change.ts'
import { type CursorPage, cutPage, NUMBER_CURSOR, readCursor } from '../platform/http/cursor.ts'
import type { Desk } from '../customer/customer-writer.ts'
import { giveHint, nameOfCustomer } from '../customer/agent-hint.ts'
import { addNote, removedNote } from './note.ts'
import { askReindex } from '../customer/search-pending.repo.ts'
import { isMessage, sameMessage } from '../outbound/delivery-status.repo.ts'
import { getVisible, lockVisible } from '../customer/visibility.repo.ts'
import { listWatchers, watching } from '../customer/watchers.repo.ts'

const NOTE_REMOVAL_MS = 24 * 3_600_000

type NoteInput = { customerId: CustomerId; text: string; mentionIds: readonly AgentId[] }

/** Notes about a customer among agents. */
export class NoteService {
  private readonly db: Database
  private readonly desk: Desk
  private readonly clock: Clock

  constructor(deps: { db: Database; desk: Desk; clock: Clock }) {
    this.db = deps.db
    this.desk = deps.desk
    this.clock = deps.clock
  }

  create(caller: Caller, { customerId, text, mentionIds }: NoteInput): Promise<Note> {
    return this.db.transaction(async (tx) => {
      const now = this.clock.now()
      const of = await lockVisible(tx.sql, caller, customerId)
      const mentioned = [...new Set(mentionIds)]
      const agents = await listWatchers(tx.sql, caller.entId)
      if (mentioned.some((id) => !agents.some((each) => each.id === id))) throw new NotFoundError('客服')
      const note = addNote(of, { agentId: caller.agentId, text, mentionIds: mentioned }, now)
      await this.desk.save(tx, [of], now)
      const to = watching(agents, of.customer).filter(({ id }) => mentioned.includes(id) && id !== note.agentId)
      const author = agents.find((each) => each.id === caller.agentId)?.name ?? ''
      const words = `${author} 在 ${nameOfCustomer(of.customer)} 的备注中提到了您`
      const hint = { hintType: 'mention', text: words, level: 'info', operatorId: caller.agentId } as const
      giveHint(tx, of.customer, { ...hint, to: to.map((each) => each.id) }, now)
      return toNote(caller, note)
    })
  }

  /** Newest first. */
  async list(caller: Caller, page: CursorPage & { customerId: CustomerId }) {
    await getVisible(this.db.sql, caller, page.customerId)
    const before = readCursor(page.cursor, NUMBER_CURSOR)
    const rows = await this.db.sql
      .select()
      .from(customerNote)
      .where(
        and(
          eq(customerNote.entId, caller.entId),
          eq(customerNote.customerId, page.customerId),
          isNull(customerNote.removedAt),
          before === undefined ? undefined : lt(customerNote.seq, Number(before)),
        ),
      )
      .orderBy(desc(customerNote.seq))
      .limit(page.limit + 1)
    return cutPage(rows, page.limit, { mark: (row) => String(row.seq), view: (row) => toNote(caller, row) })
  }

  /** By its author, for a day. */
  remove(caller: Caller, id: NoteId): Promise<true> {
    return this.db.transaction(async (tx) => {
      const now = this.clock.now()
      const found = await this.find(tx, caller, id)
      const of = await lockVisible(tx.sql, caller, found.customerId)
      const note = await this.find(tx, caller, id)
      if (note.agentId !== caller.agentId) throw new UserFacingError('refused', '只能删除自己的备注')
      if (now.getTime() - note.createdAt.getTime() >= NOTE_REMOVAL_MS)
        throw new UserFacingError('refused', '备注已超过 24 小时，无法删除')
      await takeAway(tx, of, note, now)
      await this.desk.save(tx, [of], now)
      return true as const
    })
  }

  private async find(tx: Transaction, { entId }: Caller, id: NoteId): Promise<NoteRow> {
    const [row] = await tx.sql
      .select()
      .from(customerNote)
      .where(and(eq(customerNote.entId, entId), eq(customerNote.id, id), isNull(customerNote.removedAt)))
    if (!row) throw new NotFoundError('备注')
    return row
  }
}

async function takeAway(tx: Transaction, of: Case, note: NoteRow, now: Date): Promise<void> {
  const content = removedNote(note.id)
  const [said] = await tx.sql
    .select({ id: customerMessage.id, chatId: message.chatId })
    .from(customerMessage)
    .innerJoin(message, sameMessage)
    .where(isMessage(note))
  if (!said) throw new NotFoundError('备注')
  await tx.sql
    .update(message)
    .set({ content, updatedAt: now })
    .where(and(eq(message.entId, note.entId), eq(message.topicId, note.customerId), eq(message.seq, note.seq)))
  await tx.sql.update(customerMessage).set({ updatedAt: now }).where(isMessage(note))
  await tx.sql
    .update(customerNote)
    .set({ removedAt: now, text: '' })
    .where(and(eq(customerNote.entId, note.entId), eq(customerNote.id, note.id)))
  await askReindex(tx.sql, note)
  of.events.push({
    type: 'message_change',
    messageId: said.id,
    chatId: said.chatId,
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
  text: caller.permissions.has('customer:viewSensitive') ? row.text : maskContacts(row.text),
  mentionIds: row.mentionIds,
  createdAt: row.createdAt.toISOString(),
})
