import type { ChatUser, Topic } from '@ruwu/contract'
import { MEMBERS_MAX } from '@ruwu/contract'
import { type Database, queriesOn, type Queryable } from '../../db/database.ts'
import { cleanText } from '../../platform/clean-text.ts'
import type { Clock } from '../../platform/clock.ts'
import { ChatError } from '../../platform/http/chat-error.ts'
import { newId } from '../../platform/ids.ts'
import { type ChatIdentity, isStranger } from '../../platform/http/chat-identity.ts'
import { findPeople, findRelations, toChatUser } from '../chat-user/index.ts'
import {
  type ByteAllowance,
  type MessageWriter,
  removeConversations,
  restartConversation,
  restoreConversation,
  ROW_BYTES,
} from '../message/index.ts'
import { silenceUntil } from './duration.ts'
import {
  addMember,
  answerKnock,
  countMembers,
  findMember,
  insertMembers,
  insertTopic,
  listMembers,
  lockTopic,
  type MemberRow,
  type TopicRow,
  updateMember,
  updateTopic,
} from './topic.repo.ts'
import type { TopicAccess } from './topic-access.ts'
import { controlMessage, type Tell } from './control-message.ts'

export const GROUP_MEMBERS_MAX = 500

type Deps = { db: Database; clock: Clock; writer: MessageWriter; access: TopicAccess; bytes: ByteAllowance }
/** `by`: id of the user making the change. */
export type Place = { db: Queryable; row: TopicRow; by: string; now: Date; tell: Tell }
type Change = (place: Place) => Promise<void>

/** Groups: members, roles, silence, notice. Each change and its control message are one transaction. */
export class TopicService {
  private readonly db: Database
  private readonly clock: Clock
  private readonly writer: MessageWriter
  private readonly access: TopicAccess
  private readonly bytes: ByteAllowance

  constructor(deps: Deps) {
    this.db = deps.db
    this.clock = deps.clock
    this.writer = deps.writer
    this.access = deps.access
    this.bytes = deps.bytes
  }

  /**
   * A group that is not private: every user of the space, even after its dismissal. Other topics: present and former
   * members, or agents that may see the customer.
   */
  async info(caller: ChatIdentity, id: string): Promise<Topic> {
    const row = await this.access.find(caller, id)
    if (row.isPrivate || row.kind !== 'group') await this.access.membership(caller, row)
    return this.access.view(caller, row)
  }

  async openDm(caller: ChatIdentity, peerId: string): Promise<TopicRow> {
    const id = await this.access.openDm(caller, peerId)
    await this.db.transaction((tx) => restoreConversation(tx.sql, caller.entId, caller.userId, id, this.clock.now()))
    return this.access.find(caller, `${caller.userId}:${peerId}`)
  }

  async openDmTopic(caller: ChatIdentity, peerId: string): Promise<Topic> {
    return this.access.view(caller, await this.openDm(caller, peerId))
  }

  async create(
    caller: ChatIdentity,
    input: { name?: string; icon?: string; members?: string[]; kind?: string },
  ): Promise<Topic> {
    const wanted = [...new Set(input.members ?? [])].filter((id) => id !== caller.userId)
    if (wanted.length >= GROUP_MEMBERS_MAX) throw new ChatError(400, 'too many members')
    await this.bytes.charge(caller, ROW_BYTES * (1 + wanted.length))
    const people = await findPeople(this.db.sql, caller.entId, wanted)
    const now = this.clock.now()
    const id = newId<string>(now)
    await this.writer.act(id, async (client, append) => {
      const db = queriesOn(client)
      const row = { entId: caller.entId, id, lastSeq: 0 }
      await insertTopic(db, {
        ...row,
        kind: 'group',
        ownerId: caller.userId,
        name: cleanText(input.name ?? ''),
        icon: cleanText(input.icon ?? ''),
        category: cleanText(input.kind ?? ''),
        createdAt: now,
        updatedAt: now,
      })
      const others = wanted
        .filter((userId) => people.has(userId))
        .map((userId) => ({ userId, role: 'member' as const }))
      await insertMembers(db, row, [{ userId: caller.userId, role: 'owner' }, ...others], now)
      await append([controlMessage(row, 'topic.create', caller.userId, { text: input.name ?? '' })])
    })
    return this.access.view(caller, await this.access.find(caller, id))
  }

  async members(caller: ChatIdentity, id: string, after: Date | undefined, limit: number | undefined) {
    const row = await this.access.find(caller, id)
    const own = await this.access.membership(caller, row)
    if (own.leftAt) throw new ChatError(403, 'not a member')
    const size = Math.max(1, Math.min(limit || MEMBERS_MAX, MEMBERS_MAX))
    const rows = await listMembers(this.db.sql, row.entId, row.id, { after, limit: size + 1 })
    const page = rows.slice(0, size)
    const ids = page.map((member) => member.userId)
    const people = await findPeople(this.db.sql, row.entId, ids)
    const relations = await findRelations(this.db.sql, row.entId, caller.userId, ids)
    const items: ChatUser[] = page.flatMap((member) => {
      const person = people.get(member.userId)
      return person ? [toChatUser(person, relations.get(person.id))] : []
    })
    const updatedAt = (page.at(-1)?.updatedAt ?? after ?? this.clock.now()).toISOString()
    return { hasMore: rows.length > size, updatedAt, items }
  }

  update(
    caller: ChatIdentity,
    id: string,
    change: { name?: string; icon?: string; kind?: string; extra?: Record<string, string> },
  ) {
    return this.asAdmin(caller, id, async ({ db, row, now, tell }) => {
      const { kind, ...rest } = change
      const fields = { ...rest, ...(kind === undefined ? {} : { category: kind }) }
      const given = Object.fromEntries(
        Object.entries(fields)
          .filter(([, value]) => value !== undefined)
          .map(([key, value]) => [key, typeof value === 'string' ? cleanText(value) : value]),
      )
      await updateTopic(db, row, given, now)
      await this.tellUpdate(caller, db, row, tell)
    })
  }

  notice(caller: ChatIdentity, id: string, text: string) {
    return this.asAdmin(caller, id, async ({ db, row, now, tell }) => {
      const notice = { text: cleanText(text), publisher: caller.userId, updatedAt: now.toISOString() }
      await updateTopic(db, row, { notice }, now)
      await tell('topic.notice', caller.userId, { text: JSON.stringify(notice) })
    })
  }

  silence(caller: ChatIdentity, id: string, duration: string | number | null | undefined) {
    const until = this.readSilence(duration)
    return this.asAdmin(caller, id, async ({ db, row, now, tell }) => {
      await updateTopic(db, row, { silentUntil: until }, now)
      await tell('topic.silent', caller.userId, { text: until ? String(duration) : '' })
    })
  }

  silenceMember(caller: ChatIdentity, id: string, userId: string, duration: string | number | null | undefined) {
    const until = this.readSilence(duration)
    return this.asAdmin(caller, id, async ({ db, row, now, tell }) => {
      const member = await presentMember(db, row, userId)
      if (member.role === 'owner') throw new ChatError(400, 'the owner cannot be silenced')
      await updateMember(db, member, { silentUntil: until }, now)
      await updateTopic(db, row, {}, now)
      await tell('topic.silent.member', userId, { text: until ? String(duration) : '' })
    })
  }

  kickOut(caller: ChatIdentity, id: string, userId: string) {
    return this.asAdmin(caller, id, async ({ db, row, now, tell }) => {
      const member = await presentMember(db, row, userId)
      if (member.role === 'owner') throw new ChatError(400, 'the owner cannot be removed')
      await this.leave(db, row, member, now)
      await tell('topic.kickout', userId, { text: '', extra: { adminId: caller.userId }, alsoTo: [userId] })
      await removeConversations(db, row.entId, row.id, [userId], now)
    })
  }

  async quit(caller: ChatIdentity, id: string): Promise<void> {
    await this.asMember(caller, id, async ({ db, row, now, tell }) => {
      const member = await presentMember(db, row, caller.userId)
      if (member.role === 'owner') throw new ChatError(400, 'the owner cannot quit')
      await this.leave(db, row, member, now)
      await tell('topic.quit', caller.userId, { text: '', alsoTo: [caller.userId] })
      await removeConversations(db, row.entId, row.id, [caller.userId], now)
    })
  }

  dismiss(caller: ChatIdentity, id: string) {
    return this.asOwner(caller, id, async ({ db, row, now, tell }) => {
      await tell('topic.dismiss', caller.userId, { text: '' })
      await updateTopic(db, row, { dismissedAt: now }, now)
      const members = await listMembers(db, row.entId, row.id)
      await removeConversations(
        db,
        row.entId,
        row.id,
        members.map((member) => member.userId),
        now,
      )
    })
  }

  setAdmin(caller: ChatIdentity, id: string, userId: string, isAdmin: boolean) {
    return this.asOwner(caller, id, async ({ db, row, now, tell }) => {
      const member = await presentMember(db, row, userId)
      if (member.role === 'owner') throw new ChatError(400, 'the owner is no admin')
      await updateMember(db, member, { role: isAdmin ? 'admin' : 'member' }, now)
      await updateTopic(db, row, {}, now)
      await this.tellUpdate(caller, db, row, tell)
    })
  }

  transfer(caller: ChatIdentity, id: string, userId: string) {
    return this.asOwner(caller, id, async ({ db, row, now, tell }) => {
      const member = await presentMember(db, row, userId)
      if (member.role === 'owner') return
      const owner = await presentMember(db, row, caller.userId)
      // Demote first: the unique index `topic_member_owner` allows one owner per topic.
      await updateMember(db, owner, { role: 'member' }, now)
      await updateMember(db, member, { role: 'owner' }, now)
      await updateTopic(db, row, { ownerId: userId }, now)
      await tell('topic.change.owner', userId, { text: userId })
    })
  }

  /** Adds a member; a present member is left unchanged. */
  async join(caller: ChatIdentity, id: string, userId: string): Promise<MemberRow> {
    await this.asAdmin(caller, id, (place) => this.addTo(place, userId))
    const row = await this.access.find(caller, id)
    const member = await findMember(this.db.sql, row.entId, row.id, userId)
    if (!member) throw new ChatError(404, 'user not found')
    return member
  }

  async addTo({ db, row, by, now, tell }: Place, userId: string, message = ''): Promise<void> {
    const people = await findPeople(db, row.entId, [userId])
    if (!people.has(userId)) throw new ChatError(404, 'user not found')
    const before = await findMember(db, row.entId, row.id, userId)
    if (before && !before.leftAt) return
    const members = (await countMembers(db, row.entId, [row.id])).get(row.id) ?? 0
    if (members >= GROUP_MEMBERS_MAX) throw new ChatError(400, 'too many members')
    await addMember(db, row, userId, now)
    if (before) await restartConversation(db, row, userId)
    await answerKnock(db, row, userId, { status: 'accepted', adminId: by, updatedAt: now })
    await updateTopic(db, row, {}, now)
    await tell('topic.join', userId, { text: message })
  }

  /** A change by the owner or an admin; a DM has neither. */
  asAdmin(caller: ChatIdentity, id: string, change: Change): Promise<void> {
    return this.change(caller, id, change, ['owner', 'admin'])
  }

  private asOwner(caller: ChatIdentity, id: string, change: Change): Promise<void> {
    return this.change(caller, id, change, ['owner'])
  }

  private asMember(caller: ChatIdentity, id: string, change: Change): Promise<void> {
    return this.change(caller, id, change, ['owner', 'admin', 'member'])
  }

  /**
   * Runs under the topic's row lock; `tell` appends a control message, delivered to the members after commit. Without
   * `roles` membership is not required.
   */
  async change(caller: ChatIdentity, id: string, change: Change, roles?: MemberRow['role'][]): Promise<void> {
    const { id: inner, kind } = await this.access.find(caller, id)
    if (kind === 'dm') throw new ChatError(400, 'not a group')
    let told = 0
    await this.writer.act(inner, async (client, append) => {
      const db = queriesOn(client)
      const row = await lockTopic(db, caller.entId, inner)
      if (!row) throw new ChatError(404, 'topic not found')
      if (roles) {
        const member = await findMember(db, caller.entId, inner, caller.userId)
        if (!member || member.leftAt || !roles.includes(member.role)) throw new ChatError(403, 'not allowed')
      }
      if (row.dismissedAt) throw new ChatError(403, 'topic dismissed')
      const now = this.clock.now()
      await change({
        db,
        row,
        by: caller.userId,
        now,
        tell: async (type, about, { alsoTo, ...content }) => {
          told += Buffer.byteLength(content.text)
          await append([{ ...controlMessage(row, type, about, content), ...(alsoTo ? { alsoTo } : {}) }])
        },
      })
    })
    // Some repeat the whole topic, so their size is known only now. The quota may be used up by one such message too many.
    if (isStranger(caller)) await this.bytes.take(caller.userId, told)
  }

  private async leave(db: Queryable, row: TopicRow, member: MemberRow, now: Date): Promise<void> {
    // The control message about leaving gets the next seq; it is the last one the former member may read.
    await updateMember(db, member, { role: 'member', leftAt: now, leftSeq: row.lastSeq + 1 }, now)
    await updateTopic(db, row, {}, now)
  }

  private async tellUpdate(caller: ChatIdentity, db: Queryable, { entId, id }: TopicRow, tell: Tell): Promise<void> {
    const fresh = await lockTopic(db, entId, id)
    if (fresh)
      await tell('topic.update', caller.userId, { text: JSON.stringify(await this.access.view(caller, fresh, db)) })
  }

  private readSilence(duration: string | number | null | undefined): Date | null {
    const until = silenceUntil(duration, this.clock.now())
    if (until === undefined) throw new ChatError(400, 'bad duration')
    return until
  }
}

async function presentMember(db: Queryable, row: TopicRow, userId: string): Promise<MemberRow> {
  const member = await findMember(db, row.entId, row.id, userId)
  if (!member || member.leftAt) throw new ChatError(404, 'not a member')
  return member
}
