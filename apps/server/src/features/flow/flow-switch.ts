import type { CustomerId, EntId, FlowId, MessageId, MessageOrigin, RelationId } from '@ruwu/contract'
import { findNode, FLOW_TEXTS, flowNodeTitle, PAUSED_TEXT } from '@ruwu/domain'
import type { CustomerChange } from '../../customer/customer-change.ts'
import { findMessageById } from '../../customer/customer-message.repo.ts'
import { getVisible } from '../../customer/visibility.repo.ts'
import type { Database, Queryable } from '../../db/database.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { NotFoundError, UserFacingError } from '../../platform/http/errors.ts'
import { listLogsByMessage } from '../automation/index.ts'
import { isAutomationPaused } from '../enterprise/index.ts'
import { begin } from './flow-watcher.ts'
import { endRuns, findActiveRun } from './flow-run.repo.ts'
import { findVersion, isForAccount, listPublished } from './flow.repo.ts'

export type FlowSwitch = ReturnType<typeof createFlowSwitch>

type PlanFlow = (db: Queryable, entId: EntId, relationId: RelationId, now: Date) => Promise<FlowId | null>

const usable = async (sql: Queryable, entId: EntId, relationId?: RelationId) =>
  (await listPublished(sql, entId)).filter((flow) => relationId === undefined || isForAccount(flow, relationId))

/** The 工作流 switch of a thread (T14), what it offers, and the flow that its banner names. */
export function createFlowSwitch({ db, planFlow }: { db: Database; planFlow: PlanFlow }) {
  return {
    choices: async ({ entId }: Caller, relationId?: RelationId) =>
      (await usable(db.sql, entId, relationId)).map(({ flowId: id, name }) => ({ id, name })),

    running: async (caller: Caller, customerId: CustomerId) => {
      await getVisible(db.sql, caller, customerId)
      const run = await findActiveRun(db.sql, { entId: caller.entId, customerId })
      const version = run?.state && (await findVersion(db.sql, run))
      if (!run?.state || !version) return null
      const node = findNode(version.graph, run.state.nodeId)
      return { flowId: run.flowId, name: version.name, node: node ? flowNodeTitle(node) : '' }
    },

    origin: async (caller: Caller, messageId: MessageId): Promise<MessageOrigin | null> => {
      const message = await findMessageById(db.sql, caller.entId, messageId)
      if (!message) throw new NotFoundError('消息')
      await getVisible(db.sql, caller, message.customerId)
      const [row] = await listLogsByMessage(db.sql, [caller.entId], [messageId])
      if (!row) return null
      const { type, name, step, input } = row
      const at = 'flowId' in input ? input : undefined
      const version = at && (await findVersion(db.sql, { ...at, entId: caller.entId }))
      const node = at && version && findNode(version.graph, at.nodeId)
      return { type, name, step, node: node ? flowNodeTitle(node) : '', version: at?.version ?? null }
    },

    /** In the transaction of the switch, under the customer's row lock: a run from the flow's first node replaces another one. */
    start: async (sql: Queryable, change: CustomerChange, flowId: FlowId | undefined, now: Date): Promise<void> => {
      const { entId, id: customerId, relationId } = change.customer
      if (await isAutomationPaused(sql, entId)) throw new UserFacingError('refused', PAUSED_TEXT)
      const flows = await usable(sql, entId, relationId)
      const wanted = flowId ?? (await planFlow(sql, entId, relationId, now))
      const flow = flows.find((each) => each.flowId === wanted) ?? (flowId === undefined ? flows[0] : undefined)
      if (!flow) throw new UserFacingError('refused', FLOW_TEXTS.none)
      await endRuns(sql, [{ entId, customerId }], 'left', now)
      await begin(sql, change, flow, now)
    },
  }
}
