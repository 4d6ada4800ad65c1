import { NOTIFY_EVENTS, type NotifySetting } from '@ruwu/contract'
import { DEFAULT_NOTIFY_SETTING } from '@ruwu/domain'
import { and, eq } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import { notifySetting } from '../../db/schema/index.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Caller } from '../auth/index.ts'

/** How each agent wants to be told of things. */
export class NotifySettingService {
  private readonly db: Database
  private readonly clock: Clock

  constructor(deps: { db: Database; clock: Clock }) {
    this.db = deps.db
    this.clock = deps.clock
  }

  async get({ entId, agentId }: Caller): Promise<NotifySetting> {
    const [row] = await this.db.sql
      .select({ setting: notifySetting.setting })
      .from(notifySetting)
      .where(and(eq(notifySetting.entId, entId), eq(notifySetting.agentId, agentId)))
    return row?.setting ?? DEFAULT_NOTIFY_SETTING
  }

  /** Rows in the order of the dialog, however they came. */
  async update({ entId, agentId }: Caller, wanted: NotifySetting): Promise<NotifySetting> {
    const setting = { ...wanted, events: wanted.events.toSorted((one, other) => placeOf(one) - placeOf(other)) }
    const change = { setting, updatedAt: this.clock.now() }
    await this.db.sql
      .insert(notifySetting)
      .values({ entId, agentId, ...change })
      .onConflictDoUpdate({ target: [notifySetting.entId, notifySetting.agentId], set: change })
    return setting
  }
}

const placeOf = ({ event }: NotifySetting['events'][number]) => NOTIFY_EVENTS.indexOf(event)
