import type {
  AgentId,
  Content,
  CustomerId,
  Entry,
  FieldValue,
  HandoffReason,
  LeadStatus,
  MessageId,
  StageId,
  TagId,
} from '@ruwu/contract'
import { isSessionOver, type Reception, type ReceptionLine } from '@ruwu/domain'
import type { InboundMediaRef } from '../../channels/source.ts'
import { writeChanges } from '../../customer/customer-change.repo.ts'
import { append, appendLine, type CustomerChange, startChange } from '../../customer/customer-change.ts'
import { writePastFailure } from '../../customer/customer-message.repo.ts'
import { insertSeats } from '../../customer/seat.repo.ts'
import type { CapturedContact, LeadRecorder } from '../../customer/lead-recorder.ts'
import { setReception } from '../../customer/reception-change.ts'
import { insertOwnerChanges } from '../../customer/statistics-facts.repo.ts'
import { openOrContinueSession, countOutbound, countInbound, endSession } from '../../customer/session-lifecycle.ts'
import type { Queryable } from '../../db/database.ts'
import type { BY_FLOW } from '../../db/schema/index.ts'
import { AVATAR_SEQ, type InboundAccount, insertMedia, newCustomer } from '../../inbound/index.ts'
import { addNote } from '../../profile/index.ts'
import { insertPastHandoffs } from '../ai-reception/index.ts'

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
  | { kind: 'owner'; change: 'receive' | 'transfer'; agentId: AgentId; line: ReceptionLine }
  | { kind: 'owner'; change: 'timeout'; agentId: null; line: ReceptionLine }
  | { kind: 'reception'; to: Reception; text: string; handoff?: PastHandoff }
)

/** Why a customer was handed over: by the AI, or by a workflow. */
export type PastHandoff = HandoffReason | typeof BY_FLOW

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
  leads: LeadRecorder,
  talks: readonly PastTalk[],
  now: Date,
): Promise<CustomerId[]> {
  const written = talks.map((talk) => ({ talk, ...play(talk, now) }))
  for (const { talk, change, captured } of written) {
    await captureLeads(db, leads, talk, change, captured)
    finish(change, talk, now)
  }
  await writeChanges(
    db,
    written.map((each) => each.change),
    now,
  )
  await insertMedia(db, written.flatMap(mediaOf(now)))
  await insertSeats(db, written.flatMap(seatsOf(now)))
  await insertOwnerChanges(
    db,
    written.flatMap((each) => each.owners),
  )
  await insertPastHandoffs(
    db,
    written.flatMap((each) => each.handoffs),
  )
  for (const { change, failed } of written) {
    for (const each of failed) await writePastFailure(db, change.customer.entId, each)
  }
  return written.map((each) => each.change.customer.id)
}

type Failed = { id: MessageId; kind: string; text: string }
type WrittenTalk = {
  talk: PastTalk
  change: CustomerChange
  media: { seq: number; media: InboundMediaRef }[]
  failed: Failed[]
  captured: CapturedContact[]
  owners: Parameters<typeof insertOwnerChanges>[1][number][]
  handoffs: Parameters<typeof insertPastHandoffs>[1][number][]
}

function play(talk: PastTalk, now: Date): Omit<WrittenTalk, 'talk'> {
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
  const change = startChange(row, { isNew: true })
  const media: WrittenTalk['media'] = []
  const failed: Failed[] = []
  const captured: CapturedContact[] = []
  const owners: WrittenTalk['owners'] = []
  const handoffs: WrittenTalk['handoffs'] = []
  for (const tagId of talk.tagIds) change.additions.tags.set(tagId, { boundBy: null, boundAt: first })
  for (const moment of moments) happen(change, moment, { starting, media, failed, captured, owners, handoffs })
  return { change, media, failed, captured, owners, handoffs }
}

async function captureLeads(
  db: Queryable,
  leads: LeadRecorder,
  talk: PastTalk,
  change: CustomerChange,
  captured: readonly CapturedContact[],
): Promise<void> {
  await leads.capture(db, captured, change.customer.lastMessageAt)
  const { leadStatus } = talk
  if (!leadStatus || change.additions.leads.size === 0) return
  for (const [id, row] of change.additions.leads) change.additions.leads.set(id, { ...row, status: leadStatus })
  change.customer.leadStatus = leadStatus
}

const ARCHIVED_AFTER_MS = 3_600_000

/** After the leads: they belong to the session, and their line stands before 已归档. */
function finish(change: CustomerChange, { isArchived }: PastTalk, now: Date): void {
  const { customer: row, session } = change
  if (session && isSessionOver(session.lastMessageAt ?? session.startAt, now)) endSession(change)
  if (!isArchived) return
  const end = new Date(Math.min(now.getTime(), row.lastMessageAt.getTime() + ARCHIVED_AFTER_MS))
  endSession(change, end)
  row.archive = true
  row.waitingSince = null
  appendLine(change, { kind: 'archive', text: '已归档' }, end)
}

function happen(
  change: CustomerChange,
  moment: PastMoment,
  written: Omit<WrittenTalk, 'talk' | 'change'> & { starting: Reception },
): void {
  const { customer: row } = change
  const { at } = moment
  switch (moment.kind) {
    case 'enter':
      openOrContinueSession(
        change,
        { starting: written.starting, ...(moment.entry ? { entry: moment.entry } : {}) },
        at,
      )
      appendLine(change, { kind: 'enter', text: moment.text }, at)
      return
    case 'customer': {
      openOrContinueSession(change, { starting: written.starting }, at)
      const { content, platformMessageId } = moment
      const added = append(change, { senderKind: 'customer', content, platformMessageId, platformTime: at }, at)
      countInbound(change, added)
      if (moment.media) written.media.push({ seq: added.seq, media: moment.media })
      const given = moment.form
        ? { from: 'card' as const, fields: moment.form }
        : { from: 'text' as const, text: content.text ?? '' }
      written.captured.push({ change, messageId: added.id, ...given })
      return
    }
    case 'person':
    case 'ai':
    case 'flow': {
      const { content, platformMessageId } = moment
      const agentId = moment.kind === 'person' ? moment.agentId : null
      const senderKind = moment.kind === 'person' ? 'human' : moment.kind
      const added = append(change, { senderKind, agentId, content, platformMessageId, platformTime: at }, at)
      countOutbound(change, added)
      row.sentSinceInbound += 1
      if (moment.kind !== 'person' || !moment.failed) return
      written.failed.push({ id: added.id, ...moment.failed })
      row.lastOutboundStatus = 2
      if (row.lastMessage) row.lastMessage = { ...row.lastMessage, status: 2 }
      return
    }
    case 'note':
      addNote(change, { agentId: moment.agentId, text: moment.text, mentionIds: [] }, at)
      return
    case 'copied': {
      const { id } = appendLine(change, { kind: 'wechat_copy', text: '客户复制了微信号' }, at)
      written.captured.push({ change, messageId: id, from: 'copy' })
      return
    }
    case 'owner':
      written.owners.push({
        ...factOf(change),
        at,
        kind: moment.change,
        agentId: moment.agentId,
        fromAgentId: row.agentId,
      })
      row.agentId = moment.agentId
      appendLine(change, moment.line, at)
      return
    case 'reception':
      if (moment.handoff)
        written.handoffs.push({ ...factOf(change), at, epoch: row.receptionEpoch, reason: moment.handoff })
      setReception(change, moment.to, at)
      appendLine(change, { kind: 'reception', text: moment.text }, at)
  }
}

const factOf = ({ customer: { entId, id: customerId, relationId, sessionId } }: CustomerChange) => ({
  entId,
  customerId,
  relationId,
  sessionId,
})

const mediaOf =
  (now: Date) =>
  ({ change, talk, media }: WrittenTalk) => {
    const { entId, id: customerId, relationId } = change.customer
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
  ({ change: { customer: row }, talk }: WrittenTalk) =>
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
