import type {
  AutoArchiveVersion,
  AutomationLogFilter,
  CommentCard,
  CommentVersion,
  Enterprise,
  EntId,
  FollowUpCard,
  FollowUpVersion,
  GlobalVersion,
  MoreAutomation,
} from '@ruwu/contract'
import { addDays, startOfDay, zonedTime } from '@ruwu/domain'
import type { Database, Queryable } from '../../db/database.ts'
import { shownPage } from '../../db/paging.ts'
import { writeAudit } from '../../platform/audit.repo.ts'
import type { Clock } from '../../platform/clock.ts'
import { readWordsCard } from '../banned-word/index.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { pauseAutomation, readTimeZone } from '../enterprise/index.ts'
import { toAutoArchive, toComment, toFollowUp, toFollowUpCard, toGlobal, toLog } from './automation.view.ts'
import { countComments } from './comment/comment.repo.ts'
import { makeAllDue, removeAllFollowUps } from './follow-up/follow-up.repo.ts'
import { countFollowUps, countLogs, listLogs } from './log.repo.ts'
import { readLeadPush } from './lead-push/lead-push.service.ts'
import { saveCard, tellReaders } from './save-card.ts'
import { findSetting, type SettingRow } from './setting.repo.ts'

type PageQuery = { page: number; pageSize: number }

/** Seven days including today. */
const WEEK_START_OFFSET_DAYS = -6
const WEEK_MS = 7 * 86_400_000

/** 更多自动化: settings of the cards and their counts. */
export class AutomationService {
  private readonly db: Database
  private readonly clock: Clock
  private readonly deps: { db: Database; clock: Clock }

  constructor(deps: { db: Database; clock: Clock }) {
    this.deps = deps
    this.db = deps.db
    this.clock = deps.clock
  }

  async more(caller: Caller): Promise<MoreAutomation> {
    const { entId } = caller
    const { sql } = this.db
    return {
      followUp: await this.card(sql, entId, await findSetting(sql, entId, 'followUp')),
      comment: await this.commentCard(sql, entId, await findSetting(sql, entId, 'comment')),
      autoArchive: toAutoArchive(await findSetting(sql, entId, 'autoArchive')),
      leadPush: await readLeadPush(sql, caller, this.clock.now()),
      global: toGlobal(await findSetting(sql, entId, 'global')),
      words: await readWordsCard(sql, entId, this.clock.now()),
    }
  }

  /** Waiting follow-ups are rescheduled by the new setting; switching off removes them. */
  saveFollowUp(caller: Caller, { version, ...setting }: FollowUpVersion): Promise<FollowUpCard> {
    return saveCard(this.deps, caller, { key: 'followUp', version, setting }, async (tx, saved, now) => {
      await (setting.enabled ? makeAllDue(tx.sql, caller.entId, now) : removeAllFollowUps(tx.sql, caller.entId))
      await tellReaders(tx, caller, { followUp: toFollowUp(saved) }, now)
      return this.card(tx.sql, caller.entId, saved)
    })
  }

  saveComment(caller: Caller, { version, ...setting }: CommentVersion): Promise<CommentCard> {
    return saveCard(this.deps, caller, { key: 'comment', version, setting }, async (tx, saved, now) => {
      await tellReaders(tx, caller, { comment: toComment(saved) }, now)
      return this.commentCard(tx.sql, caller.entId, saved)
    })
  }

  saveAutoArchive(caller: Caller, { version, ...setting }: AutoArchiveVersion): Promise<AutoArchiveVersion> {
    return saveCard(this.deps, caller, { key: 'autoArchive', version, setting }, async (tx, saved, now) => {
      const autoArchive = toAutoArchive(saved)
      await tellReaders(tx, caller, { autoArchive }, now)
      return autoArchive
    })
  }

  /** Follow-ups are due at once and scheduled again by the new quiet hours. */
  saveGlobal(caller: Caller, { version, ...setting }: GlobalVersion): Promise<GlobalVersion> {
    return saveCard(this.deps, caller, { key: 'global', version, setting }, async (tx, saved, now) => {
      await makeAllDue(tx.sql, caller.entId, now)
      const global = toGlobal(saved)
      await tellReaders(tx, caller, { global }, now)
      return global
    })
  }

  /** The guarded sender holds automatic messages back from the next one on. */
  pause(caller: Caller, isPaused: boolean): Promise<Enterprise> {
    return this.db.transaction(async (tx) => {
      const now = this.clock.now()
      const { enterprise, hasChanged } = await pauseAutomation(tx, caller, isPaused, now)
      const action = isPaused ? 'automation.pause' : 'automation.resume'
      if (hasChanged) await writeAudit(tx.sql, caller, { action, object: caller.entId, name: enterprise.name }, now)
      return enterprise
    })
  }

  /** 运行日志 of the customers whom the caller may see. A page beyond the end is the last one. */
  async logPage(caller: Caller, { page: asked, pageSize, ...filter }: AutomationLogFilter & PageQuery) {
    const { sql } = this.db
    const total = await countLogs(sql, caller, filter)
    const page = shownPage(total, { page: asked, pageSize })
    const rows = await listLogs(sql, caller, filter, { offset: (page - 1) * pageSize, limit: pageSize })
    return { items: rows.map((row) => toLog(caller, row)), total, page, pageSize }
  }

  private async commentCard(db: Queryable, entId: EntId, row: SettingRow<'comment'> | undefined): Promise<CommentCard> {
    const weekAgo = new Date(this.clock.now().getTime() - WEEK_MS)
    return { ...toComment(row), ...(await countComments(db, entId, weekAgo)) }
  }

  private async card(db: Queryable, entId: EntId, row: SettingRow<'followUp'> | undefined): Promise<FollowUpCard> {
    const timeZone = await readTimeZone(db, entId)
    const today = zonedTime(this.clock.now(), timeZone)
    const figures = await countFollowUps(db, entId, {
      today: startOfDay(today, timeZone),
      week: startOfDay(addDays(today, WEEK_START_OFFSET_DAYS), timeZone),
    })
    return toFollowUpCard(row, figures)
  }
}
