import { DEMO_RECHARGE_POINTS, type EntAccount, type EntAccountSetting, type PointLot } from '@ruwu/contract'
import type { Database, Queryable } from '../../db/database.ts'
import type { Clock } from '../../platform/clock.ts'
import { FieldError, UserFacingError } from '../../platform/http/errors.ts'
import { areAgents } from '../agent/index.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { readTimeZone } from '../enterprise/index.ts'
import { findLastEditor, getAccount, saveAccountSetting } from './account.repo.ts'
import { type BillFilter, pageBills } from './bill.repo.ts'
import { grant, newOrderNo } from './grant.ts'
import { listLots } from './lot.repo.ts'
import { readDailyAverage } from './point-day.repo.ts'
import { toBill, toEntAccount, toLot, toSetting } from './points.view.ts'

type Versioned = EntAccountSetting & { version: number }

/** Balance, lots, bills and settings of an enterprise's points. */
export class PointsService {
  private readonly db: Database
  private readonly clock: Clock
  private readonly isDemo: boolean

  constructor(deps: { db: Database; clock: Clock; isDemo: boolean }) {
    this.db = deps.db
    this.clock = deps.clock
    this.isDemo = deps.isDemo
  }

  info({ entId }: Caller): Promise<EntAccount> {
    return this.read(this.db.sql, entId)
  }

  async lots({ entId }: Caller): Promise<PointLot[]> {
    return (await listLots(this.db.sql, entId)).map(toLot)
  }

  async setting({ entId }: Caller): Promise<Versioned> {
    return toSetting(await getAccount(this.db.sql, entId))
  }

  async saveSetting({ entId, agentId }: Caller, { version, ...setting }: Versioned): Promise<Versioned> {
    if (setting.usedUpReply.enabled && setting.usedUpReply.text === '') {
      throw new FieldError({ 'usedUpReply.text': '请输入自动回复' })
    }
    return this.db.transaction(async (tx) => {
      if (!(await areAgents(tx.sql, entId, setting.notifyAgentIds))) {
        throw new UserFacingError('refused', '通知人不存在或已删除')
      }
      const change = { setting, updatedBy: agentId, updatedAt: this.clock.now() }
      const row = await saveAccountSetting(tx.sql, entId, version, change)
      if (row) return toSetting(row)
      const editor = (await findLastEditor(tx.sql, entId)) ?? '其他人'
      throw new UserFacingError('stale', `内容已被 ${editor} 更新，请刷新后重试`)
    })
  }

  async bills({ entId }: Caller, filter: BillFilter, asked: { page: number; pageSize: number }) {
    const { rows, total, sum, page } = await pageBills(this.db.sql, entId, filter, asked)
    return { items: rows.map(toBill), total, sum, page, pageSize: asked.pageSize }
  }

  async demoRecharge({ entId, agentId }: Caller): Promise<EntAccount> {
    if (!this.isDemo) throw new UserFacingError('refused', '演示未开启')
    return this.db.transaction(async (tx) => {
      const now = this.clock.now()
      const orderNo = newOrderNo(now, await readTimeZone(tx.sql, entId))
      const points = { pool: 'orderPoints', points: DEMO_RECHARGE_POINTS, orderNo } as const
      await grant(tx, { entId, ...points, operatorId: agentId, reason: '演示充值' }, now)
      return this.read(tx.sql, entId)
    })
  }

  private async read(db: Queryable, entId: Caller['entId']): Promise<EntAccount> {
    return toEntAccount(await getAccount(db, entId), await readDailyAverage(db, entId, this.clock.now()))
  }
}
