import type {
  AgentId,
  Content,
  CustomerId,
  EntId,
  Entry,
  FieldValue,
  LeadStatus,
  MessageId,
  StageId,
  TagId,
} from '@ruwu/contract'
import { isSessionOver, type Reception } from '@ruwu/domain'
import { and, eq } from 'drizzle-orm'
import type { InboundMediaRef } from '../../channels/source.ts'
import { writeCases } from '../../customer/customer-change.repo.ts'
import { append, appendLine, type Case, openCase } from '../../customer/customer-change.ts'
import type { Captured, LeadKeeper } from '../../customer/lead-keeper.ts'
import { setReception } from '../../customer/reception-change.ts'
import { comeIn, countOutbound, countOwnMessage, endSession } from '../../customer/session-lifecycle.ts'
import type { Queryable } from '../../db/database.ts'
import { insertRows } from '../../db/rows.ts'
import { customerMessage, customerSeat, inboundMedia } from '../../db/schema/index.ts'
import type { InboundAccount } from '../../inbound/conversation-event.ts'
import { AVATAR_SEQ } from '../../inbound/media-to-fetch.ts'
import { newCustomer } from '../../inbound/new-customer.ts'
import { addNote } from '../../profile/note.ts'

/** A past event of a conversation. */
export type PastMoment = { at: Date } & (
  | { kind: 'enter'; entry?: Entry; text: string }
  | {
      kind: 'customer'
      content: Content
      platformMessageId: string
      media?: InboundMediaRef
      /** Values of a submitted card. */
      form?: { label: string; value: string }[]
    }
  | {
      kind: 'person'
      agentId: AgentId
      content: Content
      platformMessageId: string
      failed?: { kind: string; text: string }
    }
  | { kind: 'ai' | 'flow'; content: Content; platformMessageId: string }
  | { kind: 'copied' }
  | { kind: 'note'; agentId: AgentId; text: string }
  | { kind: 'owner'; agentId: AgentId; text: string }
  | { kind: 'reception'; to: Reception; text: string }
)

export type PastTalk = {
  account: Pick<InboundAccount, 'entId' | 'id' | 'source'>
  person: { platformId: string; name: string; city: string; avatar: InboundMediaRef }
  conversationKey: string
  starting: Reception
  moments: PastMoment[]
  stageId: StageId | null
  tagIds: TagId[]
  /** Status of the customer's leads. */
  leadStatus: LeadStatus | null
  fields: Record<string, FieldValue>
  isArchived: boolean
  /** Unread messages and flags per agent. */
  seats: { agentId: AgentId; unread: number; sticky: boolean; isStar: boolean }[]
}

/** Writes past conversations through the regular rules, so that sessions, turns and statistics are consistent. */
export async function writePastConversations(
  db: Queryable,
  leads: LeadKeeper,
  talks: readonly PastTalk[],
  now: Date,
): Promise<CustomerId[]> {
  const told = talks.map((talk) => ({ talk, ...play(talk, now) }))
  for (const { talk, of, captured } of told) await captureLeads(db, leads, talk, of, captured)
  await writeCases(
    db,
    told.map((each) => each.of),
    now,
  )
  await insertRows(db, inboundMedia, told.flatMap(mediaOf(now)))
  await insertRows(db, customerSeat, told.flatMap(seatsOf(now)))
  for (const { of, failed } of told) {
    for (const each of failed) await markFailed(db, of.customer.entId, each)
  }
  return told.map((each) => each.of.customer.id)
}

type Failed = { id: MessageId; kind: string; text: string }
type Told = {
  talk: PastTalk
  of: Case
  media: { seq: number; media: InboundMediaRef }[]
  failed: Failed[]
  captured: Captured[]
}

function play(talk: PastTalk, now: Date): Omit<Told, 'talk'> {
  const { account, person, moments, starting } = talk
  const first = moments[0]?.at ?? now
  const row = newCustomer({ ...account, starting }, { platformId: person.platformId, name: person.name }, first)
  Object.assign(row, {
    conversationKey: talk.conversationKey,
    city: person.city,
    stageId: talk.stageId,
    fields: talk.fields,
    tagIds: talk.tagIds,
  })
  const of = openCase(row, { isNew: true })
  const media: Told['media'] = []
  const failed: Failed[] = []
  const captured: Captured[] = []
  for (const tagId of talk.tagIds) of.additions.tags.set(tagId, { boundBy: null, boundAt: first })
  for (const moment of moments) happen(of, moment, { starting, media, failed, captured })
  if (of.session && isSessionOver(of.session.lastMessageAt ?? of.session.startAt, now)) endSession(of)
  if (talk.isArchived) {
    const end = new Date(Math.min(now.getTime(), row.lastMessageAt.getTime() + ARCHIVED_AFTER_MS))
    endSession(of, end)
    row.archive = true
    row.waitingSince = null
    appendLine(of, { kind: 'archive', text: '已归档' }, end)
  }
  return { of, media, failed, captured }
}

async function captureLeads(
  db: Queryable,
  leads: LeadKeeper,
  talk: PastTalk,
  of: Case,
  captured: readonly Captured[],
): Promise<void> {
  await leads.capture(db, captured, of.customer.lastMessageAt)
  const { leadStatus } = talk
  if (!leadStatus || of.additions.leads.size === 0) return
  for (const [id, row] of of.additions.leads) of.additions.leads.set(id, { ...row, status: leadStatus })
  of.customer.leadStatus = leadStatus
}

const ARCHIVED_AFTER_MS = 3_600_000

function happen(
  of: Case,
  moment: PastMoment,
  told: Pick<Told, 'media' | 'failed' | 'captured'> & { starting: Reception },
): void {
  const { customer: row } = of
  const { at } = moment
  switch (moment.kind) {
    case 'enter':
      comeIn(of, { starting: told.starting, ...(moment.entry ? { entry: moment.entry } : {}) }, at)
      appendLine(of, { kind: 'enter', text: moment.text }, at)
      return
    case 'customer': {
      comeIn(of, { starting: told.starting }, at)
      const { content, platformMessageId } = moment
      const added = append(of, { senderKind: 'customer', content, platformMessageId, platformTime: at }, at)
      countOwnMessage(of, added)
      if (moment.media) told.media.push({ seq: added.seq, media: moment.media })
      const given = moment.form
        ? { from: 'card' as const, fields: moment.form }
        : { from: 'text' as const, text: content.text ?? '' }
      told.captured.push({ change: of, messageId: added.id, ...given })
      return
    }
    case 'person':
    case 'ai':
    case 'flow': {
      const { content, platformMessageId } = moment
      const agentId = moment.kind === 'person' ? moment.agentId : null
      const senderKind = moment.kind === 'person' ? 'human' : moment.kind
      const added = append(of, { senderKind, agentId, content, platformMessageId, platformTime: at }, at)
      countOutbound(of, added)
      row.sentSinceInbound += 1
      if (moment.kind !== 'person' || !moment.failed) return
      told.failed.push({ id: added.id, ...moment.failed })
      row.lastOutboundStatus = 2
      if (row.lastMessage) row.lastMessage = { ...row.lastMessage, status: 2 }
      return
    }
    case 'note':
      addNote(of, { agentId: moment.agentId, text: moment.text, mentionIds: [] }, at)
      return
    case 'copied': {
      const { id } = appendLine(of, { kind: 'wechat_copy', text: '客户复制了微信号' }, at)
      told.captured.push({ change: of, messageId: id, from: 'copy' })
      return
    }
    case 'owner':
      row.agentId = moment.agentId
      appendLine(of, { kind: 'receive', text: moment.text }, at)
      return
    case 'reception':
      setReception(of, moment.to, at)
      appendLine(of, { kind: 'reception', text: moment.text }, at)
  }
}

const mediaOf =
  (now: Date) =>
  ({ of, talk, media }: Told) => {
    const { entId, id: customerId, relationId } = of.customer
    return [{ seq: AVATAR_SEQ, media: talk.person.avatar }, ...media].map((each) => ({
      entId,
      customerId,
      relationId,
      tries: 0,
      dueAt: now,
      ...each,
    }))
  }

const seatsOf =
  (now: Date) =>
  ({ of: { customer: row }, talk }: Told) =>
    talk.seats.map(({ agentId, unread, sticky, isStar }) => ({
      entId: row.entId,
      agentId,
      customerId: row.id,
      readSeq: unread > 0 ? Math.max(0, row.lastSeq - unread) : row.lastSeq,
      readInbound: Math.max(0, row.inboundCount - unread),
      markedUnread: false,
      sticky,
      isStar,
      version: 1,
      updatedAt: now,
    }))

async function markFailed(db: Queryable, entId: EntId, { id, kind, text }: Failed): Promise<void> {
  await db
    .update(customerMessage)
    .set({ status: 2, failKind: kind, failMsg: text, platformMessageId: null })
    .where(and(eq(customerMessage.entId, entId), eq(customerMessage.id, id)))
}
