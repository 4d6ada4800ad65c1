import {
  type EntId,
  PLAN_LIMITS,
  type PlanId,
  type PlanSimulation,
  type ReceptionPlan,
  type ReceptionPlanFields,
  type RelationId,
} from '@ruwu/contract'
import { PLAN_TEXTS, pickAgent, startOfDay, welcomePartsSent, zonedTime } from '@ruwu/domain'
import { isInScope } from '../../customer/account-scope.repo.ts'
import { getAccountReception } from '../../customer/account-reception.repo.ts'
import type { Database, Queryable, Transaction } from '../../db/database.ts'
import { type FindSendingAccount, type ReadCodes, warnSavedMessages } from '../../outbound/index.ts'
import { writeAudit } from '../../platform/audit.repo.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { NotFoundError, StaleError, UserFacingError } from '../../platform/http/errors.ts'
import { newId } from '../../platform/ids.ts'
import {
  changePlan,
  countSessions,
  deletePlan,
  getPlan,
  insertPlan,
  type ListedPlan,
  listMembers,
  listPlans,
  lockPlans,
  placeAccounts,
  readPlanIds,
  readPlans,
  readTeam,
  storeDefaultPlan,
} from '../../reception/index.ts'
import { listHolders } from '../agent/index.ts'
import { readWelcome } from '../ai-reception/index.ts'
import { listAccounts, recordChange, sourcesOf } from '../channel/index.ts'
import { checkPlan } from './check-plan.ts'
import { auditedPlan, toColumns, toReceptionPlan } from './reception-plan.view.ts'

export type ReceptionPlanService = ReturnType<typeof createReceptionPlanService>

type PlanDeps = { db: Database; clock: Clock; findAccount: FindSendingAccount; readCodes: ReadCodes }
type SavedPlan = ReceptionPlan & { warnings: string[] }

/** 接待方案: who receives the customers of which accounts, when and how. */
export function createReceptionPlanService({ db, clock, findAccount, readCodes }: PlanDeps) {
  /** An enterprise that never opened the page has no default plan yet; it is stored here as it applies. */
  const list = async ({ entId }: Caller): Promise<ReceptionPlan[]> => {
    await storeDefaultPlan(db.sql, entId, clock.now())
    return viewPlans(db.sql, entId, await listPlans(db.sql, entId), clock.now())
  }

  const change = <T>(
    caller: Caller,
    work: (tx: Transaction, now: Date) => Promise<{ planId: PlanId; moved: RelationId[]; name: string; result: T }>,
  ): Promise<T> =>
    db.transaction(async (tx) => {
      const now = clock.now()
      const { entId, agentId } = caller
      await lockPlans(tx.sql, entId)
      await storeDefaultPlan(tx.sql, entId, now)
      const { planId, moved, name, result } = await work(tx, now)
      const accounts = moved.map((id) => ({ entId, id }))
      await recordChange(tx, accounts, { kind: 'setting', text: PLAN_TEXTS.moved(name), operatorId: agentId }, now)
      tx.emit(
        entId,
        { type: 'reception_plan_change', planId, at: now.toISOString(), operatorId: agentId },
        { agentIds: await listHolders(tx.sql, entId, 'automation:viewPage') },
      )
      return result
    })

  /** Outside the transaction: pictures are read for it, and others wait for the lock of the plans. */
  const withWarnings = async ({ entId }: Caller, plan: ReceptionPlan): Promise<SavedPlan> => {
    const texts = [plan.offText, plan.assign.queueText, plan.closing.enabled ? plan.closing.text : '']
    const messages = [
      ...(plan.welcome.enabled ? plan.welcome.parts : []),
      ...texts.filter(Boolean).map((text) => ({ type: 'text' as const, text })),
    ]
    const sources = await sourcesOf(db.sql, entId, plan.accountIds)
    return { ...plan, warnings: await warnSavedMessages(db.sql, entId, { messages, sources, readCodes }) }
  }

  const save = async (caller: Caller, fields: ReceptionPlanFields, moveIds: RelationId[]): Promise<SavedPlan> => {
    const saved = await change(caller, async (tx, now) => {
      const { entId, agentId } = caller
      if ((await listPlans(tx.sql, entId)).length >= PLAN_LIMITS.plans)
        throw new UserFacingError('refused', PLAN_TEXTS.tooMany(PLAN_LIMITS.plans))
      const accounts = await checkPlan(tx.sql, caller, fields, { id: null, moveIds })
      const id = newId<PlanId>(now)
      const columns = toColumns(fields)
      const edit = { updatedBy: agentId, updatedAt: now }
      await insertPlan(tx.sql, { entId, id, ...columns, ...edit })
      await placeAccounts(tx.sql, entId, id, fields.accountIds, edit)
      const entry = { object: id, name: fields.name, after: auditedPlan(columns, accounts) }
      await writeAudit(tx.sql, caller, { action: 'receptionPlan.create', ...entry }, now)
      return { planId: id, moved: fields.accountIds, name: fields.name, result: await viewPlan(tx.sql, entId, id, now) }
    })
    return withWarnings(caller, saved)
  }

  const update = async (
    caller: Caller,
    { id, version }: { id: PlanId; version: number },
    fields: ReceptionPlanFields,
    moveIds: RelationId[],
  ): Promise<SavedPlan> => {
    const saved = await change(caller, async (tx, now) => {
      const { entId, agentId } = caller
      const before = await getPlan(tx.sql, { entId, id })
      // Before the checks: they would compare with what another agent has saved meanwhile.
      if (before.plan.version !== version) throw new StaleError(before.editor)
      const names = await checkPlan(tx.sql, caller, fields, { id, before: before.plan, moveIds })
      const members = (await listMembers(tx.sql, entId)).get(id) ?? []
      const columns = toColumns(fields)
      const edit = { updatedBy: agentId, updatedAt: now }
      if (!(await changePlan(tx.sql, { entId, id }, { ...columns, ...edit }, version)))
        throw new StaleError(before.editor)
      const added = fields.accountIds.filter((each) => !members.includes(each))
      const left = members.filter((each) => !fields.accountIds.includes(each))
      await placeAccounts(tx.sql, entId, id, added, edit)
      await placeAccounts(tx.sql, entId, null, left, edit)
      await recordLeft(tx, caller, left, now)
      const values = {
        before: auditedPlan(before.plan, await accountNames(tx.sql, entId, members)),
        after: auditedPlan(columns, names),
      }
      await writeAudit(tx.sql, caller, { action: 'receptionPlan.edit', object: id, name: fields.name, ...values }, now)
      return { planId: id, moved: added, name: fields.name, result: await viewPlan(tx.sql, entId, id, now) }
    })
    return withWarnings(caller, saved)
  }

  const remove = (caller: Caller, id: PlanId): Promise<true> =>
    change(caller, async (tx, now) => {
      const { entId, agentId } = caller
      const { plan } = await getPlan(tx.sql, { entId, id })
      if (plan.isDefault) throw new UserFacingError('refused', PLAN_TEXTS.defaultStays)
      const members = (await listMembers(tx.sql, entId)).get(id) ?? []
      const before = auditedPlan(plan, await accountNames(tx.sql, entId, members))
      await placeAccounts(tx.sql, entId, null, members, { updatedBy: agentId, updatedAt: now })
      await deletePlan(tx.sql, { entId, id })
      await recordLeft(tx, caller, members, now)
      await writeAudit(tx.sql, caller, { action: 'receptionPlan.remove', object: id, name: plan.name, before }, now)
      return { planId: id, moved: [], name: '', result: true as const }
    })

  /** Nothing is sent or assigned. The agent is the one the present team would give. */
  const simulate = async (caller: Caller, relationId: RelationId, at: Date): Promise<PlanSimulation> => {
    const { entId } = caller
    const account = await findAccount(db.sql, entId, relationId)
    if (!account || account.openStatus === 'unbound' || !isInScope(caller, relationId)) throw new NotFoundError('账号')
    const now = clock.now()
    const defaultId = await storeDefaultPlan(db.sql, entId, now)
    const plan = (await readPlans(db.sql, entId))(relationId)
    const { starting, planFlowId } = await getAccountReception(db.sql, entId, relationId, at)
    const { parts, delayMs } = await readWelcome(db.sql, account)
    const { agentIds } = account.setting
    const team = (await readTeam(db.sql, entId, now)).filter(({ id }) => agentIds.length === 0 || agentIds.includes(id))
    return {
      planId: plan.id ?? defaultId,
      mode: starting.receptionType,
      aiOffReason: starting.aiOffReason,
      flowId: planFlowId,
      welcome:
        parts.length > 0
          ? { parts, sent: Math.min(parts.length, welcomePartsSent(account.setting)), delaySec: delayMs / 1000 }
          : null,
      assignMode: plan.mode,
      agentId: pickAgent(plan, team, { ...UNKNOWN, relationId }, now)?.id ?? null,
    }
  }

  return { list, save, update, remove, simulate }
}

/** A customer of whom nothing is known. */
const UNKNOWN = { tagIds: [], lastHumanAgentId: null, lastHumanAt: null, skipAgentId: null, skipUntil: null }

const viewPlan = async (db: Queryable, entId: EntId, id: PlanId, now: Date): Promise<ReceptionPlan> => {
  const [view] = await viewPlans(db, entId, [await getPlan(db, { entId, id })], now)
  if (!view) throw new NotFoundError('接待方案')
  return view
}

async function viewPlans(db: Queryable, entId: EntId, plans: ListedPlan[], now: Date): Promise<ReceptionPlan[]> {
  const members = await listMembers(db, entId)
  const planOf = await readPlanIds(db, entId)
  return Promise.all(
    plans.map(async (listed) => {
      const { id, schedule } = listed.plan
      const since = startOfDay(zonedTime(now, schedule.timezone), schedule.timezone)
      const sessions = await countSessions(db, entId, since)
      const hitsToday = [...sessions].reduce(
        (sum, [account, count]) => sum + (planOf.get(account) === id ? count : 0),
        0,
      )
      return toReceptionPlan(listed, { accountIds: members.get(id) ?? [], hitsToday })
    }),
  )
}

const accountNames = async (db: Queryable, entId: EntId, ids: readonly RelationId[]): Promise<string[]> =>
  (await listAccounts(db, entId)).filter(({ id }) => ids.includes(id)).map(({ name }) => name)

const recordLeft = (tx: Transaction, { entId, agentId }: Caller, ids: RelationId[], now: Date): Promise<void> =>
  recordChange(
    tx,
    ids.map((id) => ({ entId, id })),
    { kind: 'setting', text: PLAN_TEXTS.moved(PLAN_TEXTS.defaultName), operatorId: agentId },
    now,
  )
