import type { Knock } from '@ruwu/contract'
import type { Database } from '../../db/database.ts'
import { cleanText } from '../../platform/clean-text.ts'
import type { Clock } from '../../platform/clock.ts'
import { ChatError } from '../../platform/http/chat-error.ts'
import type { ChatIdentity } from '../../platform/http/chat-identity.ts'
import { newChatId } from './control-message.ts'
import {
  answerKnock,
  findMember,
  type KnockRow,
  listAdministered,
  listMembers,
  listPendingKnocks,
  saveKnock,
} from './topic.repo.ts'
import type { Place, TopicService } from './topic.service.ts'
import type { TopicAccess } from './topic-access.ts'

/** Sends a frame to users; it is not stored and has no seq. */
export type PushTo = (entId: ChatIdentity['entId'], userIds: readonly string[], frame: object) => void

type Deps = { db: Database; clock: Clock; topics: TopicService; access: TopicAccess; push: PushTo }

/** Requests to join a group. */
export class KnockService {
  private readonly db: Database
  private readonly clock: Clock
  private readonly topics: TopicService
  private readonly access: TopicAccess
  private readonly push: PushTo

  constructor(deps: Deps) {
    this.db = deps.db
    this.clock = deps.clock
    this.topics = deps.topics
    this.access = deps.access
    this.push = deps.push
  }

  async knock(
    caller: ChatIdentity,
    id: string,
    input: { source?: string; message?: string; memo?: string },
  ): Promise<void> {
    const row = await this.access.find(caller, id)
    if (row.kind !== 'group') throw new ChatError(400, 'not a group')
    if (row.isPrivate || row.dismissedAt) throw new ChatError(403, 'not allowed')
    const member = await findMember(this.db.sql, row.entId, row.id, caller.userId)
    if (member && !member.leftAt) return
    if (!row.needsApproval) {
      await this.topics.change(caller, id, (place) => this.topics.addTo(place, caller.userId, input.message))
      return
    }
    const now = this.clock.now()
    const words = {
      message: cleanText(input.message ?? ''),
      source: cleanText(input.source ?? ''),
      memo: cleanText(input.memo ?? ''),
    }
    const pending = { ...words, status: 'pending' as const, adminId: '', updatedAt: now }
    await saveKnock(this.db.sql, {
      entId: row.entId,
      topicId: row.id,
      userId: caller.userId,
      createdAt: now,
      ...pending,
    })
    const admins = await listMembers(this.db.sql, row.entId, row.id, { roles: ['owner', 'admin'] })
    this.push(
      row.entId,
      admins.map((admin) => admin.userId),
      { ...frame(row.id, caller.userId, 'topic.knock', now), message: words.message, source: words.source },
    )
  }

  async list(caller: ChatIdentity, id: string): Promise<Knock[]> {
    const row = await this.access.find(caller, id)
    if (row.kind !== 'group') throw new ChatError(400, 'not a group')
    const member = await findMember(this.db.sql, row.entId, row.id, caller.userId)
    if (!member || member.leftAt || member.role === 'member') throw new ChatError(403, 'not allowed')
    return this.pending(caller, [row.id])
  }

  /** Pending requests of all groups the caller owns or administers. */
  async listAll(caller: ChatIdentity): Promise<Knock[]> {
    return this.pending(caller, await listAdministered(this.db.sql, caller.entId, caller.userId))
  }

  async accept(caller: ChatIdentity, id: string, userId: string): Promise<void> {
    let accepted: KnockRow | undefined
    await this.topics.asAdmin(caller, id, async (place) => {
      accepted = await this.answer(place, userId, 'accepted')
      if (accepted) await this.topics.addTo(place, userId, accepted.message)
    })
    if (accepted)
      this.push(
        accepted.entId,
        [userId],
        frame(accepted.topicId, caller.userId, 'topic.knock.accept', this.clock.now()),
      )
  }

  async reject(caller: ChatIdentity, id: string, userId: string, message: string): Promise<void> {
    let rejected: KnockRow | undefined
    await this.topics.asAdmin(caller, id, async (place) => {
      rejected = await this.answer(place, userId, 'rejected')
    })
    if (!rejected) return
    const reason = {
      ...frame(rejected.topicId, caller.userId, 'topic.knock.reject', this.clock.now()),
      ...(message === '' ? {} : { message: cleanText(message) }),
    }
    this.push(rejected.entId, [userId], reason)
  }

  private answer({ db, row, by, now }: Place, userId: string, status: 'accepted' | 'rejected') {
    return answerKnock(db, row, userId, { status, adminId: by, updatedAt: now })
  }

  private async pending(caller: ChatIdentity, topicIds: string[]): Promise<Knock[]> {
    if (topicIds.length === 0) return []
    const rows = await listPendingKnocks(this.db.sql, caller.entId, topicIds)
    return rows.map((row) => ({
      topicId: row.topicId,
      userId: row.userId,
      message: row.message,
      source: row.source,
      memo: row.memo,
      status: row.status,
      adminId: row.adminId,
      createdAt: row.createdAt.toISOString(),
      updatedAt: row.updatedAt.toISOString(),
    }))
  }
}

/** Not stored, so without a seq. */
const frame = (topicId: string, attendee: string, type: string, now: Date) => ({
  type: 'chat',
  topicId,
  chatId: newChatId(),
  attendee,
  createdAt: now.toISOString(),
  content: { type, text: '', unreadable: true },
})
