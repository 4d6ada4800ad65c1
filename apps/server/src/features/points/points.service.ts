import {
  type AgentId,
  DEMO_RECHARGE_POINTS,
  type EntAccount,
  type EntAccountSetting,
  type PointLot,
} from '@ruwu/contract'
import { and, asc, count, eq, gt, inArray, sql } from 'drizzle-orm'
import type { Database, Queryable } from '../../db/database.ts'
import { agent, enterprise, pointAccount, pointLot } from '../../db/schema/index.ts'
import type { Clock } from '../../platform/clock.ts'
import { FieldError, UserFacingError } from '../../platform/http/errors.ts'
import type { Caller } from '../auth/index.ts'
import { getAccount } from './account.repo.ts'
import { readAverage } from './point-day.repo.ts'
import { type BillFilter, pageOfBills } from './bill.repo.ts'
import { grant } from './grant.ts'
import { newOrderNo } from './order-no.ts'
import { toBill, toEntAccount, toLot, toSetting } from './points.view.ts'

type Versioned = EntAccountSetting & { version: number }

/** What agents see of their enterprise's points, and set about them. */
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

  /** Those with points left, the soonest expiry first. */
  async lots({ entId }: Caller): Promise<PointLot[]> {
    const rows = await this.db.sql
      .select()
      .from(pointLot)
      .where(and(eq(pointLot.entId, entId), gt(pointLot.remain, 0)))
      .orderBy(asc(pointLot.expireAt), asc(pointLot.id))
    return rows.map(toLot)
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
      const [row] = await tx.sql
        .update(pointAccount)
        .set({ setting, version: sql`${pointAccount.version} + 1`, updatedBy: agentId, updatedAt: this.clock.now() })
        .where(and(eq(pointAccount.entId, entId), eq(pointAccount.version, version)))
        .returning()
      if (row) return toSetting(row)
      const editor = (await lastEditor(tx.sql, entId)) ?? '其他人'
      throw new UserFacingError('stale', `内容已被 ${editor} 更新，请刷新后重试`)
    })
  }

  async bills({ entId }: Caller, filter: BillFilter, asked: { page: number; pageSize: number }) {
    const { rows, total, sum, page } = await pageOfBills(this.db.sql, entId, filter, asked)
    return { items: rows.map(toBill), total, sum, page, pageSize: asked.pageSize }
  }

  async demoRecharge({ entId, agentId }: Caller): Promise<EntAccount> {
    if (!this.isDemo) throw new UserFacingError('refused', '演示未开启')
    return this.db.transaction(async (tx) => {
      const now = this.clock.now()
      const orderNo = newOrderNo(now, await timeZoneOf(tx.sql, entId))
      const points = { pool: 'orderPoints', points: DEMO_RECHARGE_POINTS, orderNo } as const
      await grant(tx, { entId, ...points, operatorId: agentId, reason: '演示充值' }, now)
      return this.read(tx.sql, entId)
    })
  }

  private async read(db: Queryable, entId: Caller['entId']): Promise<EntAccount> {
    return toEntAccount(await getAccount(db, entId), await readAverage(db, entId, this.clock.now()))
  }
}

async function areAgents(db: Queryable, entId: Caller['entId'], ids: AgentId[]): Promise<boolean> {
  if (ids.length === 0) return true
  const [found] = await db
    .select({ agents: count() })
    .from(agent)
    .where(and(eq(agent.entId, entId), inArray(agent.id, ids)))
  return found?.agents === new Set(ids).size
}

async function lastEditor(db: Queryable, entId: Caller['entId']): Promise<string | undefined> {
  const [row] = await db
    .select({ name: agent.name })
    .from(pointAccount)
    .innerJoin(agent, and(eq(agent.entId, pointAccount.entId), eq(agent.id, pointAccount.updatedBy)))
    .where(eq(pointAccount.entId, entId))
  return row?.name
}

async function timeZoneOf(db: Queryable, entId: Caller['entId']): Promise<string> {
  const [row] = await db.select({ timeZone: enterprise.timezone }).from(enterprise).where(eq(enterprise.id, entId))
  if (!row) throw new Error('an enterprise is missing')
  return row.timeZone
}
