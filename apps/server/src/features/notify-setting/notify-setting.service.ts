import { NOTIFY_EVENTS, type NotifySetting } from '@ruwu/contract'
import { DEFAULT_NOTIFY_SETTING } from '@ruwu/domain'
import type { Database } from '../../db/database.ts'
import { writeAudit } from '../../platform/audit.repo.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { findSetting, saveSetting } from './notify-setting.repo.ts'

/** An agent's own notification settings. */
export class NotifySettingService {
  private readonly db: Database
  private readonly clock: Clock

  constructor(deps: { db: Database; clock: Clock }) {
    this.db = deps.db
    this.clock = deps.clock
  }

  async get({ entId, agentId }: Caller): Promise<NotifySetting> {
    return withAllEvents(await findSetting(this.db.sql, entId, agentId))
  }

  /** Event rows are stored in the order of the dialog. */
  async update(caller: Caller, wanted: NotifySetting): Promise<NotifySetting> {
    const { entId, agentId } = caller
    const setting = { ...wanted, events: wanted.events.toSorted((one, other) => placeOf(one) - placeOf(other)) }
    return this.db.transaction(async (tx) => {
      const now = this.clock.now()
      const before = withAllEvents(await findSetting(tx.sql, entId, agentId))
      await saveSetting(tx.sql, entId, agentId, { setting, updatedAt: now })
      const values = { before, after: setting }
      await writeAudit(tx.sql, caller, { action: 'notifySetting.update', object: agentId, ...values }, now)
      const event = { type: 'notify_setting_change', at: now.toISOString(), operatorId: agentId } as const
      tx.emit(entId, event, { agentIds: [agentId] })
      return setting
    })
  }
}

/** A setting stored before an event existed has its default. */
function withAllEvents(stored: NotifySetting = DEFAULT_NOTIFY_SETTING): NotifySetting {
  const events = DEFAULT_NOTIFY_SETTING.events.map(
    (row) => stored.events.find(({ event }) => event === row.event) ?? row,
  )
  return { ...stored, events }
}

const placeOf = ({ event }: NotifySetting['events'][number]) => NOTIFY_EVENTS.indexOf(event)
