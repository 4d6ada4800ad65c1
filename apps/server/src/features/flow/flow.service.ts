import {
  FLOW_LIMITS,
  type FlowDetail,
  type FlowGraph,
  type FlowId,
  type FlowItem,
  type FlowTemplateId,
  type FlowVersion,
  type RelationId,
} from '@ruwu/contract'
import {
  addDays,
  DEFAULT_AI_DRAFT,
  emptyFlow,
  findKeyword,
  FLOW_TEXTS,
  referencesOf,
  startOfDay,
  zonedTime,
} from '@ruwu/domain'
import type { Database, Queryable, Transaction } from '../../db/database.ts'
import { shownPage } from '../../db/paging.ts'
import { startTrial } from '../../engine/model/index.ts'
import type { ReadCodes } from '../../outbound/index.ts'
import { writeAudit } from '../../platform/audit.repo.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { FieldError, StaleError, UserFacingError } from '../../platform/http/errors.ts'
import { newId } from '../../platform/ids.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { listPlans, lockPlans } from '../../reception/index.ts'
import { listHolders } from '../agent/index.ts'
import { findHostingAi } from '../ai-agent/index.ts'
import type { Intents } from '../automation/index.ts'
import { readFlowTemplate } from '../automation-template/index.ts'
import { mayChooseAccounts } from '../channel/index.ts'
import { readTimeZone } from '../enterprise/index.ts'
import { newSecret } from '../webhook/index.ts'
import { checkFlow, warnPictures } from './check-flow.ts'
import { runFlowTest, type TestInput } from './flow-test-run.ts'
import {
  changeFlow,
  FLOW_SECRET_PURPOSE,
  type FlowRow,
  getFlow,
  getVersion,
  insertFlow,
  listFlows,
  listRulesWith,
  listVersions,
  lockFlow,
  lockFlows,
  readFigures,
} from './flow.repo.ts'
import { graphFor, toFlowDetail, toFlowItem } from './flow.view.ts'
import { checkPublishable, release } from './publish-flow.ts'

/** Seven days including today. */
const WEEK_START_OFFSET_DAYS = -6

type Draft = { name?: string | undefined; graph: FlowGraph; accountIds: RelationId[]; version: number }

type FlowServiceDeps = {
  db: Database
  clock: Clock
  secrets: Secrets
  readCodes: ReadCodes
  isDemo: boolean
  intents: Pick<Intents, 'fitting'>
}

export type FlowService = ReturnType<typeof createFlowService>

/** 工作流: drafts, versions and what is published. */
export function createFlowService({ db, clock, secrets, readCodes, isDemo, intents }: FlowServiceDeps) {
  /** A secret for a flow whose nodes need one and that has none; shown in this answer alone. */
  async function sign(tx: Transaction, row: FlowRow, graph: FlowGraph): Promise<{ secret?: string }> {
    return row.secret || graph.nodes.every(({ type }) => type !== 'webhook') ? {} : { secret: await setSecret(tx, row) }
  }

  async function setSecret(tx: Transaction, row: FlowRow): Promise<string> {
    const secret = newSecret()
    await changeFlow(tx.sql, row, { secret: secrets.seal(FLOW_SECRET_PURPOSE, secret) })
    return secret
  }

  const figures = async (sql: Queryable, { entId }: Pick<Caller, 'entId'>, id?: FlowId) => {
    const timeZone = await readTimeZone(sql, entId)
    const since = addDays(zonedTime(clock.now(), timeZone), WEEK_START_OFFSET_DAYS)
    return readFigures(sql, entId, startOfDay(since, timeZone), id)
  }

  const shown = async (sql: Queryable, caller: Caller, row: FlowRow, graph = row.graph): Promise<FlowDetail> => {
    const figuresOf = await figures(sql, caller, row.id)
    const problems = await checkFlow(sql, caller.entId, graph)
    return toFlowDetail(row, figuresOf(row.id), { graph: graphFor(caller, graph), problems })
  }

  /** Pictures are read after the transaction: the flow's lock is not held meanwhile. */
  const warned = async (shownFlow: Promise<FlowDetail>, { entId }: Caller): Promise<FlowDetail> => {
    const flow = await shownFlow
    return { ...flow, problems: [...flow.problems, ...(await warnPictures(db.sql, entId, flow.graph, readCodes))] }
  }

  /** Under the row's lock; open lists and canvases fetch again. */
  const change = <T>(caller: Caller, id: FlowId, work: (tx: Transaction, row: FlowRow, now: Date) => Promise<T>) =>
    db.transaction(async (tx) => {
      const now = clock.now()
      const result = await work(tx, await lockFlow(tx.sql, { entId: caller.entId, id }), now)
      await tellChange(tx, caller, id, now)
      return result
    })

  const edit = (caller: Caller, id: FlowId, work: Parameters<typeof change<FlowDetail>>[2]) =>
    warned(change(caller, id, work), caller)

  const add = (caller: Caller, flow: { name: string; graph: FlowGraph; accountIds?: RelationId[] }) =>
    db.transaction(async (tx) => {
      const { entId, agentId } = caller
      const now = clock.now()
      if ((await lockFlows(tx.sql, entId)) >= FLOW_LIMITS.flows)
        throw new UserFacingError('refused', FLOW_TEXTS.tooMany)
      const id = newId<FlowId>(now)
      await insertFlow(tx.sql, { entId, id, ...flow, updatedBy: agentId, createdAt: now, updatedAt: now })
      await writeAudit(tx.sql, caller, { action: 'flow.create', object: id, name: flow.name }, now)
      await tellChange(tx, caller, id, now)
      return shown(tx.sql, caller, await getFlow(tx.sql, { entId, id }))
    })

  return {
    list: async (caller: Caller): Promise<FlowItem[]> => {
      const figuresOf = await figures(db.sql, caller)
      return (await listFlows(db.sql, caller.entId)).map((row) => toFlowItem(row, figuresOf(row.id)))
    },

    detail: async (caller: Caller, id: FlowId, version?: number): Promise<FlowDetail> => {
      const row = await getFlow(db.sql, { entId: caller.entId, id })
      if (version === undefined) return warned(shown(db.sql, caller, row), caller)
      const { graph } = await getVersion(db.sql, { entId: caller.entId, flowId: id, version })
      return warned(shown(db.sql, caller, row, graph), caller)
    },

    create: async (caller: Caller, name: string, templateId?: FlowTemplateId): Promise<FlowDetail> =>
      add(caller, { name, graph: templateId ? await readFlowTemplate(db.sql, templateId) : emptyFlow() }),

    copy: async (caller: Caller, id: FlowId): Promise<FlowDetail> => {
      const { name, graph, accountIds } = await getFlow(db.sql, { entId: caller.entId, id })
      return warned(add(caller, { name: FLOW_TEXTS.copyOf(name), graph, accountIds }), caller)
    },

    /** Only the draft changes: what is published and who runs in it stays. */
    save: (caller: Caller, id: FlowId, { name, graph, accountIds, version }: Draft): Promise<FlowDetail> =>
      edit(caller, id, async (tx, row, now) => {
        const { agentId } = caller
        if (row.version !== version) throw new StaleError(row.updatedByName)
        if (!(await mayChooseAccounts(tx.sql, caller, accountsIn({ graph, accountIds }), accountsIn(row))))
          throw new FieldError({ accountIds: '所选账号不存在或已删除' })
        const to = { name: name ?? row.name, graph, accountIds, version: version + 1 }
        await changeFlow(tx.sql, row, { ...to, updatedBy: agentId, updatedAt: now })
        return shown(tx.sql, caller, await getFlow(tx.sql, row))
      }),

    /** Publishes the draft that the caller has seen, or nothing. */
    publish: (
      caller: Caller,
      id: FlowId,
      { note, version, moveRunning: move }: { note: string; version: number; moveRunning: boolean },
    ): Promise<FlowDetail> =>
      edit(caller, id, async (tx, row, now) => {
        if (row.version !== version) throw new StaleError(row.updatedByName)
        await checkPublishable(tx, caller, { row, graph: row.graph, isDemo })
        const key = await release(tx, caller, row, { ...row, note, draft: version, move }, now)
        const signed = await sign(tx, row, row.graph)
        const published = await getFlow(tx.sql, key)
        const name = FLOW_TEXTS.versionOf(row.name, published.publishedVersion ?? 1)
        await writeAudit(tx.sql, caller, { action: 'flow.publish', object: id, name }, now)
        return { ...(await shown(tx.sql, caller, published)), ...signed }
      }),

    disable: (caller: Caller, id: FlowId, disabled: boolean): Promise<FlowDetail> =>
      edit(caller, id, async (tx, row, now) => {
        if (row.publishedVersion === null) throw new UserFacingError('refused', FLOW_TEXTS.notPublished)
        if (disabled) await refuseInUse(tx, row)
        else {
          const { graph } = await getVersion(tx.sql, { entId: row.entId, flowId: id, version: row.publishedVersion })
          await checkPublishable(tx, caller, { row, graph, isDemo })
        }
        const status = disabled ? ('disabled' as const) : ('published' as const)
        await changeFlow(tx.sql, row, { status, updatedBy: caller.agentId, updatedAt: now })
        const values = { before: { status: row.status }, after: { status } }
        await writeAudit(tx.sql, caller, { action: 'flow.disable', object: id, name: row.name, ...values }, now)
        return shown(tx.sql, caller, await getFlow(tx.sql, row))
      }),

    remove: (caller: Caller, id: FlowId): Promise<true> =>
      change(caller, id, async (tx, row, now) => {
        await refuseInUse(tx, row)
        await changeFlow(tx.sql, row, { deletedAt: now, updatedBy: caller.agentId, updatedAt: now })
        await writeAudit(tx.sql, caller, { action: 'flow.remove', object: id, name: row.name }, now)
        return true as const
      }),

    renewSecret: (caller: Caller, id: FlowId): Promise<{ secret: string }> =>
      change(caller, id, async (tx, row, now) => {
        if (!row.secret) throw new UserFacingError('refused', FLOW_TEXTS.noSecret)
        await writeAudit(tx.sql, caller, { action: 'flow.renewSecret', object: id, name: row.name }, now)
        return { secret: await setSecret(tx, row) }
      }),

    listVersions: async (caller: Caller, id: FlowId, { page, pageSize }: { page: number; pageSize: number }) => {
      const row = await getFlow(db.sql, { entId: caller.entId, id })
      const read = (at: number) => listVersions(db.sql, row, { limit: pageSize, offset: (at - 1) * pageSize })
      const asked = await read(page)
      const shown = shownPage(asked.total, { page, pageSize })
      const { rows, total } = shown < page ? await read(shown) : asked
      const items = rows.map((each): FlowVersion => ({
        ...each,
        agentName: each.agentName ?? '',
        publishedAt: each.publishedAt.toISOString(),
        isCurrent: each.version === row.publishedVersion,
      }))
      return { items, total, page: shown, pageSize }
    },

    runTest: async (caller: Caller, id: FlowId, input: TestInput) => {
      const { entId } = caller
      const { graph, accountIds } = await getFlow(db.sql, { entId, id })
      const [relationId] = accountIds
      const ai = relationId ? await findHostingAi(db.sql, entId, relationId) : undefined
      const { keywords } = (ai?.config ?? DEFAULT_AI_DRAFT).handoff
      return runFlowTest(graphFor(caller, graph), input, {
        now: clock.now(),
        timeZone: await readTimeZone(db.sql, entId),
        relationId,
        judge: (descriptions, text) => intents.fitting(entId, descriptions, text, startTrial({ db, clock }, caller)),
        asksForPerson: (text) => keywords.enabled && findKeyword(text, keywords.words) !== undefined,
      })
    },

    rollback: (
      caller: Caller,
      id: FlowId,
      { version, draftVersion, moveRunning: move }: { version: number; draftVersion: number; moveRunning: boolean },
    ): Promise<FlowDetail> =>
      edit(caller, id, async (tx, row, now) => {
        if (row.version !== draftVersion) throw new StaleError(row.updatedByName)
        const old = await getVersion(tx.sql, { entId: caller.entId, flowId: id, version })
        await checkPublishable(tx, caller, { row, graph: old.graph, isDemo })
        const content = { ...old, name: row.name, note: FLOW_TEXTS.rolledBack(version), draft: row.version + 1, move }
        const key = await release(tx, caller, row, content, now)
        const name = FLOW_TEXTS.versionOf(row.name, version)
        await writeAudit(tx.sql, caller, { action: 'flow.rollback', object: id, name }, now)
        const signed = await sign(tx, row, old.graph)
        return { ...(await shown(tx.sql, caller, await getFlow(tx.sql, key))), ...signed }
      }),
  }
}

/** Its own and those that its conditions name. */
const accountsIn = ({ graph, accountIds }: Pick<FlowRow, 'graph' | 'accountIds'>): RelationId[] => [
  ...accountIds,
  ...graph.nodes.flatMap((node) => referencesOf(node).accounts as RelationId[]),
]

/** A flow that a plan or a rule names would leave its customers without one. Plans and rules are saved under these locks, too. */
async function refuseInUse(tx: Transaction, { entId, id }: FlowRow): Promise<void> {
  await lockPlans(tx.sql, entId)
  await lockFlows(tx.sql, entId)
  const plans = (await listPlans(tx.sql, entId)).filter(({ plan }) => JSON.stringify(plan.schedule).includes(id))
  const usedBy = [
    ...plans.map(({ plan }) => FLOW_TEXTS.usedByPlan(plan.name)),
    ...(await listRulesWith(tx.sql, { entId, id })).map(FLOW_TEXTS.usedByRule),
  ]
  if (usedBy.length > 0) throw new UserFacingError('inUse', usedBy[0], { usedBy })
}

async function tellChange(tx: Transaction, { entId, agentId }: Caller, flowId: FlowId, now: Date): Promise<void> {
  const event = { type: 'flow_change' as const, flowId, at: now.toISOString(), operatorId: agentId }
  tx.emit(entId, event, { agentIds: await listHolders(tx.sql, entId, 'automation:viewPage') })
}
