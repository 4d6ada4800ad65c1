import type { Topic } from '@ruwu/contract'
import type { Database, Queryable } from '../../db/database.ts'
import type { Clock } from '../../platform/clock.ts'
import { ChatError } from '../../platform/http/chat-error.ts'
import type { ChatIdentity } from '../../platform/http/chat-identity.ts'
import { findPeople, findRelations } from '../chat-user/index.ts'
import type { CustomerThreads } from '../customer-threads.ts'
import { createDm, findDm } from './dm.repo.ts'
import {
  countMembers,
  findMember,
  findTopic,
  isMember,
  listMembers,
  type MemberRow,
  readLastReadSeq,
  type TopicRow,
} from './topic.repo.ts'
import { toTopic } from './topic.view.ts'
import { peerOf, readTopicId } from './topic-id.ts'

type Customers = Pick<CustomerThreads, 'isVisible' | 'textView'>

const MOST_REMEMBERED = 50_000

/** Resolves a client's topic id and authorises reading. */
export class TopicAccess {
  private readonly db: Database
  private readonly clock: Clock
  private readonly customers: Customers
  /** Cache without invalidation: the topic of a DM never changes. */
  private readonly dms = new Map<string, string>()

  constructor(deps: { db: Database; clock: Clock; customers: Customers }) {
    this.db = deps.db
    this.clock = deps.clock
    this.customers = deps.customers
  }

  /** The internal id of a topic; a missing DM is created when its peer exists. Refuses with the codes of a send. */
  idForSending(caller: ChatIdentity, id: string): string | Promise<string> {
    const known = this.dms.get(named(caller, id))
    if (known) return known
    const ref = readTopicId(id, caller.userId)
    if (ref.kind === 'other') return ref.id
    if (ref.kind === 'forbidden') throw new ChatError(403, 'not a member')
    if (ref.kind === 'unknown') throw new ChatError(404, 'topic not found')
    const { peerId } = ref
    return this.findDm(caller, peerId).then((found) => found ?? this.openDm(caller, peerId))
  }

  /** The topic, for reading. Does not create a missing DM. */
  async find(caller: ChatIdentity, id: string): Promise<TopicRow> {
    const ref = readTopicId(id, caller.userId)
    if (ref.kind === 'forbidden') throw new ChatError(403, 'not a member')
    const inner = ref.kind === 'other' ? ref.id : ref.kind === 'dm' ? await this.findDm(caller, ref.peerId) : undefined
    const row = inner === undefined ? undefined : await findTopic(this.db.sql, caller.entId, inner)
    if (!row) throw new ChatError(404, 'topic not found')
    return row
  }

  /** Present and former members; `startSeq` and `leftSeq` limit the history a former one may read. */
  async membership(caller: ChatIdentity, row: TopicRow): Promise<MemberRow> {
    if (row.kind === 'customer') return this.watcher(caller, row)
    const member = await findMember(this.db.sql, caller.entId, row.id, caller.userId)
    if (!member) throw new ChatError(403, 'not a member')
    return member
  }

  /** Authorisation filter: a present member, or an agent that may see the customer. */
  async isInside(caller: ChatIdentity, topicId: string): Promise<boolean> {
    if (await isMember(this.db.sql, caller.entId, topicId, caller.userId)) return true
    if (!caller.isAgent) return false
    return this.customers.isVisible(caller.entId, caller.userId, topicId)
  }

  /** A customer thread has no members: agents reach it by permission and data scope, and read its whole history. */
  private async watcher(caller: ChatIdentity, row: TopicRow): Promise<MemberRow> {
    // 404, not 403: the answer must not reveal that the customer exists.
    if (!(await this.isInside(caller, row.id))) throw new ChatError(404, 'topic not found')
    return {
      entId: row.entId,
      topicId: row.id,
      userId: caller.userId,
      role: 'member',
      silentUntil: null,
      joinedAt: row.createdAt,
      updatedAt: row.updatedAt,
      startSeq: 0,
      leftAt: null,
      leftSeq: null,
    }
  }

  /** Creates the DM unless the peer blocks the caller, disallows its messages, or refuses guests. */
  async openDm(caller: ChatIdentity, peerId: string): Promise<string> {
    const people = await findPeople(this.db.sql, caller.entId, [peerId, caller.userId])
    const peer = people.get(peerId)
    if (!peer) throw new ChatError(404, 'user not found')
    const existing = await this.findDm(caller, peerId)
    const theirs = (await findRelations(this.db.sql, caller.entId, peerId, [caller.userId])).get(caller.userId)
    const refusesGuest = !existing && !peer.allowGuest && people.get(caller.userId)?.isGuest
    if (theirs?.isBlocked || theirs?.chatAllowed === false || refusesGuest) throw new ChatError(403, 'chat not allowed')
    if (existing) return existing
    const id = await this.db.transaction((tx) =>
      createDm(tx.sql, caller.entId, caller.userId, peerId, this.clock.now()),
    )
    this.remember(caller, peerId, id)
    return id
  }

  async view(caller: ChatIdentity, row: TopicRow, db: Queryable = this.db.sql): Promise<Topic> {
    const peerId = peerOf(row, caller.userId)
    const [admins, counts, lastReadSeq, people, relations] = [
      row.kind === 'group' ? await listMembers(db, row.entId, row.id, { roles: ['owner', 'admin'] }) : [],
      await countMembers(db, row.entId, [row.id]),
      await readLastReadSeq(db, row.entId, caller.userId, row.id),
      peerId === undefined ? undefined : await findPeople(db, row.entId, [peerId]),
      peerId === undefined ? undefined : await findRelations(db, row.entId, caller.userId, [peerId]),
    ]
    const peer = peerId === undefined ? undefined : people?.get(peerId)
    const shown = row.kind === 'customer' ? await this.customers.textView(caller) : (text: string) => text
    return toTopic(
      { ...row, name: shown(row.name) },
      {
        viewerId: caller.userId,
        admins,
        memberCount: counts.get(row.id) ?? 0,
        lastReadSeq,
        peer: peer && { name: peer.name, avatar: peer.avatar, remark: relations?.get(peer.id)?.remark ?? '' },
        now: this.clock.now(),
      },
    )
  }

  private async findDm(caller: ChatIdentity, peerId: string): Promise<string | undefined> {
    const known = this.dms.get(dmName(caller, peerId))
    if (known) return known
    const found = await findDm(this.db.sql, caller.entId, caller.userId, peerId)
    if (found) this.remember(caller, peerId, found)
    return found
  }

  private remember(caller: ChatIdentity, peerId: string, id: string): void {
    if (this.dms.size >= MOST_REMEMBERED) this.dms.clear()
    this.dms.set(dmName(caller, peerId), id)
  }
}

/** Cache key of a DM, with the topic id from the caller's side. */
const dmName = (caller: ChatIdentity, peerId: string) => named(caller, `${caller.userId}:${peerId}`)

/** A sign-in session belongs to one user of one space. */
const named = ({ sessionId }: ChatIdentity, id: string) => `${sessionId} ${id}`
