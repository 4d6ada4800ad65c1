import {
  type AgentId,
  type BankInfo,
  DEMO_RECHARGE_POINTS,
  type EntAccount,
  type EntAccountSetting,
  type EntId,
  type PointBillFilter,
  type PointLot,
} from '@ruwu/contract'
import { type AuditValues, remarkCodeOf } from '@ruwu/domain'
import type { Database, Queryable } from '../../db/database.ts'
import { writeAudit } from '../../platform/audit.repo.ts'
import type { Clock } from '../../platform/clock.ts'
import { FieldError, StaleError, UserFacingError } from '../../platform/http/errors.ts'
import { areAgents, listAgents } from '../agent/index.ts'
import type { Caller } from '../../platform/http/caller.ts'
import {
  type AccountRow,
  findLastEditor,
  getAccount,
  lockAccount,
  saveAccountSetting,
  setSeen,
} from './account.repo.ts'
import { detailBills } from './bill-detail.repo.ts'
import { pageBillDays, pageBills } from './bill.repo.ts'
import { grant } from './grant.ts'
import { findLastAddition } from './ledger.repo.ts'
import { listLots } from './lot.repo.ts'
import { readDailyAverage } from './point-day.repo.ts'
import { toBill, toEntAccount, toLot, toSetting } from './points.view.ts'

type Versioned = EntAccountSetting & { version: number }

/** The operator's account for 对公转账; empty texts: none. */
type Bank = Omit<BankInfo, 'remarkCode'>

/** Balance, lots, bills and settings of an enterprise's points. */
export class PointsService {
  private readonly db: Database
  private readonly clock: Clock
  private readonly isDemo: boolean
  private readonly bank: Bank

  constructor(deps: { db: Database; clock: Clock; isDemo: boolean; bank: Bank }) {
    this.db = deps.db
    this.clock = deps.clock
    this.isDemo = deps.isDemo
    this.bank = deps.bank
  }

  info(caller: Caller): Promise<EntAccount> {
    return this.read(this.db.sql, caller)
  }

  async seeNotice({ entId, agentId }: Caller): Promise<true> {
    await setSeen(this.db.sql, entId, agentId)
    return true
  }

  async lots({ entId }: Caller): Promise<PointLot[]> {
    return (await listLots(this.db.sql, entId)).map(toLot)
  }

  bankInfo({ entId }: Caller): BankInfo | null {
    const isWhole = Object.values(this.bank).every(Boolean)
    return isWhole ? { ...this.bank, remarkCode: remarkCodeOf(entId) } : null
  }

  async setting({ entId }: Caller): Promise<Versioned> {
    return toSetting(await getAccount(this.db.sql, entId))
  }

  async saveSetting(caller: Caller, { version, ...setting }: Versioned): Promise<Versioned> {
    const { entId, agentId } = caller
    if (setting.usedUpReply.enabled && setting.usedUpReply.text === '') {
      throw new FieldError({ 'usedUpReply.text': '请输入自动回复' })
    }
    return this.db.transaction(async (tx) => {
      if (!(await areAgents(tx.sql, entId, setting.notifyAgentIds))) {
        throw new UserFacingError('refused', '通知人不存在或已删除')
      }
      const account = await lockAccount(tx.sql, entId)
      const before = toSetting(account)
      const unseenBy = unseenAfter(account, before.notifyAgentIds, setting.notifyAgentIds)
      const change = { setting, unseenBy, updatedBy: agentId, updatedAt: this.clock.now() }
      const row = await saveAccountSetting(tx.sql, entId, version, change)
      if (row) {
        const values = {
          before: await this.auditOf(tx.sql, entId, before),
          after: await this.auditOf(tx.sql, entId, setting),
        }
        await writeAudit(tx.sql, caller, { action: 'points.setting', object: entId, ...values }, change.updatedAt)
        return toSetting(row)
      }
      throw new StaleError(await findLastEditor(tx.sql, entId))
    })
  }

  async bills(caller: Caller, filter: PointBillFilter, asked: Parameters<typeof pageBills>[3]) {
    const read = filter.daily ? pageBillDays : pageBills
    const { rows, total, sum, page } = await read(this.db.sql, caller.entId, filter, asked)
    return {
      items: (await detailBills(this.db.sql, caller, rows)).map(toBill),
      total,
      sum,
      page,
      pageSize: asked.pageSize,
    }
  }

  async demoRecharge(caller: Caller): Promise<EntAccount> {
    const { entId, agentId } = caller
    if (!this.isDemo) throw new UserFacingError('refused', '演示未开启')
    return this.db.transaction(async (tx) => {
      const now = this.clock.now()
      const given = { pool: 'orderPoints', points: DEMO_RECHARGE_POINTS, reason: '演示充值' } as const
      await grant(tx, { entId, ...given, operatorId: agentId }, now)
      const after = { points: DEMO_RECHARGE_POINTS }
      await writeAudit(tx.sql, caller, { action: 'points.recharge', object: entId, name: given.reason, after }, now)
      return this.read(tx.sql, caller)
    })
  }

  private async auditOf(db: Queryable, entId: EntId, setting: EntAccountSetting): Promise<AuditValues> {
    const { notifyAgentIds, dailyCap, usedUpReply } = setting
    const agents = await listAgents(db, entId)
    const notifyAgents = agents.filter(({ id }) => notifyAgentIds.includes(id)).map(({ name }) => name)
    return { notifyAgents, dailyCap, usedUpReply }
  }

  private async read(db: Queryable, { entId, agentId }: Caller): Promise<EntAccount> {
    const [account, addedAt] = [await getAccount(db, entId), await findLastAddition(db, entId)]
    return toEntAccount({ ...account, addedAt }, await readDailyAverage(db, entId, this.clock.now()), agentId)
  }
}

/** An agent added to 通知人 after the notice was sent has not seen it yet. */
const unseenAfter = ({ toldDays, unseenBy }: AccountRow, before: readonly AgentId[], chosen: readonly AgentId[]) =>
  chosen.filter((id) => (before.includes(id) ? unseenBy.includes(id) : toldDays !== null))
