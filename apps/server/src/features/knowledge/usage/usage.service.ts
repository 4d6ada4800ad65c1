import { type AiRunId, type KnowledgeId, RECENT_HIT_DAYS, type RelationId, type WhereUsed } from '@ruwu/contract'
import { UUID_V7_RANDOM_BYTES, uuidV7 } from '@ruwu/domain'
import type { Database } from '../../../db/database.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { type CursorPage, ID_CURSOR, readCursor } from '../../../platform/http/cursor.ts'
import { isInScope } from '../../../customer/account-scope.repo.ts'
import { visibleTo } from '../../../customer/visibility.repo.ts'
import { getVisibleAccount } from '../../channel/index.ts'
import { getEntry } from '../knowledge.repo.ts'
import { countHitsSince, findUses, listSharedUsers, listUsers, readUses } from './usage.repo.ts'
import { toUse } from './usage.view.ts'

const DAY_MS = 86_400_000

type EntryRef = { relationId: RelationId; id: KnowledgeId }

/** Usage of an entry: accounts that use it and the conversations it answered. */
export class UsageService {
  private readonly db: Database
  private readonly clock: Clock

  constructor(deps: { db: Database; clock: Clock }) {
    this.db = deps.db
    this.clock = deps.clock
  }

  async whereUsed(caller: Caller, entry: EntryRef): Promise<WhereUsed> {
    const key = { entId: caller.entId, ...entry }
    await getVisibleAccount(this.db.sql, caller, entry.relationId)
    const { title, enabled, hits, lastHitAt, relationId } = await getEntry(this.db.sql, key)
    const users =
      relationId === null ? await listSharedUsers(this.db.sql, key.entId) : await listUsers(this.db.sql, key)
    const since = new Date(this.clock.now().getTime() - RECENT_HIT_DAYS * DAY_MS)
    return {
      title,
      enabled,
      hits,
      recentHits: await countHitsSince(this.db.sql, key, firstRunOf(since)),
      lastHitAt: lastHitAt?.toISOString() ?? null,
      accounts: users.filter((user) => isInScope(caller, user.relationId)),
    }
  }

  async usage(caller: Caller, { relationId, id, cursor, limit }: EntryRef & CursorPage) {
    const key = { entId: caller.entId, relationId, id }
    await getVisibleAccount(this.db.sql, caller, relationId)
    await getEntry(this.db.sql, key)
    const below = readCursor(cursor, ID_CURSOR) as AiRunId | undefined
    const { ids, next } = await findUses(this.db.sql, caller, key, { below, limit })
    const rows = await readUses(this.db.sql, key, ids)
    return {
      items: rows.map((row) => toUse(caller, id, row)),
      nextCursor: next,
      isScoped: visibleTo(caller) !== undefined,
    }
  }
}

/** Ids are time-ordered: runs started at that moment or later have no smaller id. */
const firstRunOf = (moment: Date) => uuidV7(moment, new Uint8Array(UUID_V7_RANDOM_BYTES)) as AiRunId
