import { isDeepStrictEqual } from 'node:util'
import {
  type ChannelSetting,
  type ChannelSettingFields,
  COPY_PARTS,
  type PlanId,
  type RelationId,
} from '@ruwu/contract'
import {
  COPY_PART_LABELS,
  copiedSetting,
  effectiveSetting,
  FOLLOW_FIELDS,
  followAll,
  PLAN_TEXTS,
  RULE_TEXTS,
  welcomeProblem,
} from '@ruwu/domain'
import type { Database, Queryable, Transaction } from '../../db/database.ts'
import { findBadPictures, type ReadCodes, warnSavedMessages } from '../../outbound/index.ts'
import { writeAudit } from '../../platform/audit.repo.ts'
import type { Clock } from '../../platform/clock.ts'
import { FieldError, StaleError, UserFacingError } from '../../platform/http/errors.ts'
import { listPlans, lockPlans, placeAccounts, readPlacing, storeDefaultPlan } from '../../reception/index.ts'
import { areAgents, isAdministrator, listHolders } from '../agent/index.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { type AccountRow, findParent, getVisibleAccount, lockAccount } from './account.repo.ts'
import { toSetting } from './channel.view.ts'
import { recordChange } from './history.repo.ts'
import { lastEditor, saveSetting } from './setting.repo.ts'

type CopyPart = (typeof COPY_PARTS)[number]

/** Copies one part of an account's configuration and returns what the target lacks; throws user-facing errors. */
export type CopyToAccount = (caller: Caller, from: RelationId, to: RelationId, dryRun: boolean) => Promise<string[]>
/** Parts that other features copy. */
export type Copiers = Record<Exclude<CopyPart, 'setting'>, CopyToAccount>

type Copied = {
  success: number
  failed: { id: RelationId; name: string; msg: string }[]
  lacks: { id: RelationId; name: string; texts: string[] }[]
}

/** Names of the setting's parts in the history. */
const PART_NAMES: Record<keyof ChannelSettingFields, string> = {
  remark: '账号备注',
  profile: '企业资料',
  planId: '接待方案',
  agentIds: '可接待客服',
  welcome: '欢迎语',
  authWarnDays: '授权到期前提醒',
  wordLevel: '违禁词检查',
  contactLevel: '联系方式检查',
  repeatCount: '重复话术提醒',
  reserveForHuman: '为人工预留条数',
  limits: '平台限制',
  follow: '跟随主账号',
}

/** Parts that decide whether 欢迎语 fits what may be sent before the customer's first message. */
const DECIDES_WELCOME: ReadonlySet<keyof ChannelSettingFields> = new Set(['welcome', 'limits', 'follow'])

/** Reading, editing and copying an account's settings. */
export class SettingService {
  private readonly db: Database
  private readonly clock: Clock
  private readonly copiers: Record<CopyPart, CopyToAccount>

  constructor(deps: { db: Database; clock: Clock; copiers: Copiers }) {
    this.db = deps.db
    this.clock = deps.clock
    this.copiers = { setting: this.copySetting, ...deps.copiers }
  }

  async read(caller: Caller, relationId: RelationId): Promise<ChannelSetting> {
    const account = await getVisibleAccount(this.db.sql, caller, relationId)
    return toSetting(account, await readOwnPlan(this.db.sql, account))
  }

  async update(
    caller: Caller,
    relationId: RelationId,
    version: number,
    wanted: ChannelSettingFields,
  ): Promise<ChannelSetting> {
    return this.db.transaction(async (tx) => {
      const account = await getVisibleAccount(tx.sql, caller, relationId)
      if (account.openStatus === 'unbound') throw new UserFacingError('refused', '账号已解绑')
      const setting = account.accountType === 'CORP' ? { ...wanted, follow: followAll(false) } : wanted
      const planBefore = await readOwnPlan(tx.sql, account)
      const changed = changedParts({ ...account.setting, planId: planBefore }, setting)
      const isAdmin = await isAdministrator(tx.sql, caller.entId, caller.agentId)
      if (changed.includes('limits') && !isAdmin) throw new UserFacingError('refused', '平台限制只能由管理员修改')
      if (changed.includes('agentIds') && !(await areAgents(tx.sql, caller.entId, setting.agentIds))) {
        throw new FieldError({ agentIds: '所选客服不存在或已删除' })
      }
      if (changed.some((part) => DECIDES_WELCOME.has(part))) {
        const problem = welcomeProblem(effectiveSetting({ setting }, await findParent(tx.sql, account)))
        if (problem) throw new FieldError({ 'welcome.parts': problem })
      }

      if (changed.includes('welcome')) {
        const bad = await findBadPictures(tx.sql, caller, setting.welcome.parts, account.setting.welcome.parts)
        if (bad.length > 0) throw new FieldError({ 'welcome.parts': RULE_TEXTS.gone('图片') })
      }

      if (changed.length === 0 && account.version === version) return toSetting(account, planBefore)

      const now = this.clock.now()
      const moves = changed.includes('planId')
      // Lock order: plans, account.
      if (moves) await lockPlans(tx.sql, caller.entId)
      const edit = { setting: withoutPlan(setting), updatedBy: caller.agentId, updatedAt: now }
      const saved = await saveSetting(tx.sql, account, version, edit)
      if (!saved) {
        throw new StaleError(await lastEditor(tx.sql, account))
      }
      if (moves) await this.placeInPlan(tx, caller, account.id, setting.planId)
      const text = `修改了账号设置：${changed.map((part) => PART_NAMES[part]).join('、')}`
      await recordChange(tx, [saved], { kind: 'setting', text, operatorId: caller.agentId }, now)
      const after = { parts: changed.map((part) => PART_NAMES[part]) }
      await writeAudit(tx.sql, caller, { action: 'channel.setting', object: saved.id, name: saved.name, after }, now)
      return toSetting(await getVisibleAccount(tx.sql, caller, relationId), await readOwnPlan(tx.sql, saved))
    })
  }

  /** What the guard finds in an own 欢迎语; after the transaction, for pictures are read. */
  async findWarnings(caller: Caller, { relationId, welcome }: ChannelSetting, readCodes: ReadCodes): Promise<string[]> {
    if (!welcome.custom) return []
    const { source } = await getVisibleAccount(this.db.sql, caller, relationId)
    return warnSavedMessages(this.db.sql, caller.entId, { messages: welcome.parts, sources: [source], readCodes })
  }

  /** Which accounts a plan has is kept with the plans; their open lists are told. */
  private async placeInPlan(tx: Transaction, { entId, agentId }: Caller, id: RelationId, planId: PlanId | null) {
    await lockPlans(tx.sql, entId)
    const plan = planId && (await listPlans(tx.sql, entId)).find((each) => each.plan.id === planId)?.plan
    if (planId && !plan) throw new FieldError({ planId: PLAN_TEXTS.gone })
    const now = this.clock.now()
    const edit = { updatedBy: agentId, updatedAt: now }
    await placeAccounts(tx.sql, entId, plan && !plan.isDefault ? plan.id : null, [id], edit)
    const defaultId = await storeDefaultPlan(tx.sql, entId, now)
    tx.emit(
      entId,
      {
        type: 'reception_plan_change',
        planId: planId ?? defaultId,
        at: now.toISOString(),
        operatorId: agentId,
      },
      { agentIds: await listHolders(tx.sql, entId, 'automation:viewPage') },
    )
  }

  /** Each target separately: failures are reported and don't stop the others. */
  async copy(
    caller: Caller,
    { fromRelationId: fromId, toRelationIds: toIds, parts, dryRun }: CopyOrder,
  ): Promise<Copied> {
    const from = await getVisibleAccount(this.db.sql, caller, fromId)
    const copied: Copied = { success: 0, failed: [], lacks: [] }
    for (const id of new Set(toIds)) {
      let name = ''
      try {
        const to = await getVisibleAccount(this.db.sql, caller, id)
        name = to.name
        if (id === fromId) throw new UserFacingError('refused', '不能复制到账号自身')
        if (to.openStatus === 'unbound') throw new UserFacingError('refused', '账号已解绑')
        const texts: string[] = []
        for (const part of COPY_PARTS)
          if (parts.includes(part)) texts.push(...(await this.copiers[part](caller, fromId, id, dryRun)))
        if (!dryRun) await this.auditCopy(caller, { from: from.name, to, parts })
        copied.success += 1
        if (texts.length > 0) copied.lacks.push({ id, name, texts })
      } catch (error) {
        if (!(error instanceof UserFacingError)) throw error
        copied.failed.push({ id, name, msg: error.message })
      }
    }
    return copied
  }

  /** Each part was copied in a transaction of its own. */
  private async auditCopy(caller: Caller, { from, to, parts }: { from: string; to: AccountRow; parts: CopyPart[] }) {
    const after = { from, parts: parts.map((part) => COPY_PART_LABELS[part]) }
    const entry = { action: 'channel.copyConfig', object: to.id, name: to.name, after } as const
    await writeAudit(this.db.sql, caller, entry, this.clock.now())
  }

  private readonly copySetting: CopyToAccount = (caller, fromId, toId, dryRun) =>
    this.db.transaction(async (tx) => {
      const from = await getVisibleAccount(tx.sql, caller, fromId)
      const planId = await readOwnPlan(tx.sql, from)
      // Lock order: plans, account.
      if (!dryRun && planId !== (await readOwnPlan(tx.sql, { entId: caller.entId, id: toId })))
        await this.placeInPlan(tx, caller, toId, planId)
      const to = await lockAccount(tx.sql, { entId: caller.entId, id: toId })
      const isAdmin = await isAdministrator(tx.sql, caller.entId, caller.agentId)
      const now = this.clock.now()
      const { setting, lacks } = copiedSetting(from, to, isAdmin)
      if (dryRun) return lacks
      const edit = { setting: withoutPlan(setting), updatedBy: caller.agentId, updatedAt: now }
      await saveSetting(tx.sql, to, to.version, edit)
      const text = `复制了「${from.name}」的账号设置`
      await recordChange(tx, [to], { kind: 'setting', text, operatorId: caller.agentId }, now)
      return lacks
    })
}

/** Stored with the plans. */
const withoutPlan = (setting: ChannelSettingFields): ChannelSettingFields => ({ ...setting, planId: null })

const readOwnPlan = async (db: Queryable, { entId, id }: Pick<AccountRow, 'entId' | 'id'>): Promise<PlanId | null> =>
  (await readPlacing(db, entId, [id]))[0]?.planId ?? null

type CopyOrder = { fromRelationId: RelationId; toRelationIds: RelationId[]; parts: CopyPart[]; dryRun: boolean }

const ALL_PARTS = ['remark', ...Object.values(FOLLOW_FIELDS).flat(), 'follow'] as const

const changedParts = (before: ChannelSettingFields, after: ChannelSettingFields) =>
  ALL_PARTS.filter((part) => !isDeepStrictEqual(before[part], after[part]))
