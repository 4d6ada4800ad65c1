import type { EntId, FollowUpCard, FollowUpVersion, MoreAutomation } from '@ruwu/contract'
import { addDays, startOfDay, zonedTime } from '@ruwu/domain'
import type { Database, Queryable } from '../../db/database.ts'
import { writeAudit } from '../../platform/audit.repo.ts'
import type { Clock } from '../../platform/clock.ts'
import { UserFacingError } from '../../platform/http/errors.ts'
import { listHolders } from '../agent/index.ts'
import { readWordsCard } from '../banned-word/index.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { readTimeZone } from '../enterprise/index.ts'
import { toFollowUp, toFollowUpCard } from './automation.view.ts'
import { makeAllDue, removeAllFollowUps } from './follow-up/follow-up.repo.ts'
import { countFollowUps } from './log.repo.ts'
import { findSetting, insertSetting, lastEditor, type SettingRow, updateSetting } from './setting.repo.ts'

/** Seven days including today. */
const WEEK_START_OFFSET_DAYS = -6

/** 更多自动化: settings and counts of follow-ups. */
export class AutomationService {
  private readonly db: Database
  private readonly clock: Clock

  constructor(deps: { db: Database; clock: Clock }) {
    this.db = deps.db
    this.clock = deps.clock
  }

  async more({ entId }: Caller): Promise<MoreAutomation> {
    const { sql } = this.db
    return {
      followUp: await this.card(sql, entId, await findSetting(sql, entId)),
      words: await readWordsCard(sql, entId, this.clock.now()),
    }
  }

  /** Waiting follow-ups are rescheduled by the new setting; switching off removes them. */
  async saveFollowUp(caller: Caller, { version, ...setting }: FollowUpVersion): Promise<FollowUpCard> {
    const { entId, agentId } = caller
    return this.db.transaction(async (tx) => {
      const now = this.clock.now()
      const change = { setting, updatedBy: agentId, updatedAt: now }
      const before = await findSetting(tx.sql, entId)
      const saved = before
        ? await updateSetting(tx.sql, entId, version, change)
        : await insertSetting(tx.sql, { entId, ...change })
      if (!saved) {
        const editor = (await lastEditor(tx.sql, entId)) ?? '其他人'
        throw new UserFacingError('stale', `内容已被 ${editor} 更新，请刷新后重试`)
      }
      await (setting.enabled ? makeAllDue(tx.sql, entId, now) : removeAllFollowUps(tx.sql, entId))
      tx.emit(
        entId,
        { type: 'automation_change', followUp: toFollowUp(saved), at: now.toISOString(), operatorId: agentId },
        { agentIds: await listHolders(tx.sql, entId, 'automation:viewPage') },
      )
      const values = { before: before?.setting, after: setting }
      await writeAudit(tx.sql, caller, { action: 'automation.followUp', object: entId, ...values }, now)
      return this.card(tx.sql, entId, saved)
    })
  }

  private async card(db: Queryable, entId: EntId, row: SettingRow | undefined): Promise<FollowUpCard> {
    const timeZone = await readTimeZone(db, entId)
    const today = zonedTime(this.clock.now(), timeZone)
    const figures = await countFollowUps(db, entId, {
      today: startOfDay(today, timeZone),
      week: startOfDay(addDays(today, WEEK_START_OFFSET_DAYS), timeZone),
    })
    return toFollowUpCard(row, figures)
  }
}
