import type { QuickReply, QuickReplyGroup, QuickReplyGroupId, QuickReplyId } from '@ruwu/contract'
import { QUICK_REPLIES_MAX, QUICK_REPLY_TEXTS } from '@ruwu/domain'
import type { Database, Queryable } from '../../db/database.ts'
import type { Clock } from '../../platform/clock.ts'
import { NotFoundError, UserFacingError } from '../../platform/http/errors.ts'
import { newId } from '../../platform/ids.ts'
import type { Caller } from '../../platform/http/caller.ts'
import {
  countUse,
  insertGroups,
  insertReplies,
  listGroups,
  listReplies,
  lockOwnGroups,
  measureLibrary,
  type ReplyRow,
} from './quick-reply.repo.ts'
import { toGroup, toReply } from './quick-reply.view.ts'

/** Group created for an agent who has none. */
const FIRST_GROUP = '我的收藏'

type Library = { entGroups: QuickReplyGroup[]; agentGroups: QuickReplyGroup[] }

export class QuickReplyService {
  private readonly db: Database
  private readonly clock: Clock

  constructor(deps: { db: Database; clock: Clock }) {
    this.db = deps.db
    this.clock = deps.clock
  }

  async groupReplies(caller: Caller): Promise<Library> {
    const [groups, replies] = await Promise.all([listGroups(this.db.sql, caller), listReplies(this.db.sql, caller)])
    const groupsOwnedBy = (ownerType: QuickReplyGroup['ownerType']) =>
      groups.filter((group) => group.ownerType === ownerType).map((group) => toGroup(group, replies))
    return { entGroups: groupsOwnedBy('enterprise'), agentGroups: groupsOwnedBy('agent') }
  }

  async use(caller: Caller, id: QuickReplyId): Promise<true> {
    if (!(await countUse(this.db.sql, caller, id))) throw new NotFoundError('快捷回复')
    return true
  }

  /** Saves into the caller's first own group, creating one if needed. */
  async keep(caller: Caller, text: { title: string; content: string }): Promise<QuickReply> {
    return this.db.transaction(async ({ sql: tx }) => {
      const [first] = await lockOwnGroups(tx, caller)
      const groupId = first?.id ?? (await this.addGroup(tx, caller))
      const { count, nextPosition } = await measureLibrary(tx, caller, groupId)
      if (count >= QUICK_REPLIES_MAX) throw new UserFacingError('refused', QUICK_REPLY_TEXTS.tooMany)
      const row: ReplyRow = {
        entId: caller.entId,
        id: newId<QuickReplyId>(this.clock.now()),
        groupId,
        ...text,
        parts: [],
        code: '',
        sources: [],
        uses: 0,
        position: nextPosition,
        updatedBy: caller.agentId,
        updatedAt: this.clock.now(),
      }
      await insertReplies(tx, [row])
      return toReply(row)
    })
  }

  private async addGroup(db: Queryable, { entId, agentId }: Caller): Promise<QuickReplyGroupId> {
    const id = newId<QuickReplyGroupId>(this.clock.now())
    await insertGroups(db, [{ entId, id, ownerType: 'agent', agentId, title: FIRST_GROUP, position: 0 }])
    return id
  }
}
