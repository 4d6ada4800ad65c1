import type { BlockedCustomer, CustomerId, CustomerItem, FlowId } from '@ruwu/contract'
import type { Transaction } from '../db/database.ts'
import { type CursorPage, cutPage, readCursor } from '../platform/http/cursor.ts'
import { UserFacingError } from '../platform/http/errors.ts'
import type { Caller } from '../platform/http/caller.ts'
import { appendLine, type CustomerChange } from '../customer/customer-change.ts'
import { type AutomaticSender, cancelUnsent } from '../outbound/index.ts'
import { changeCustomerReception } from '../customer/reception-change.ts'
import { getAccountReception } from '../customer/account-reception.repo.ts'
import { bindSystemTag, unbindSystemTag } from '../customer/customer-tags.ts'
import { findLastSession } from '../customer/customer-change.repo.ts'
import { endSession, reopenSession } from '../customer/session-lifecycle.ts'
import { type ChangeDeps, changeCustomer, type Changing } from '../customer/change-customer.ts'
import { getAgentName } from '../customer/customer-names.repo.ts'
import { nameFor } from '../customer/customer.view.ts'
import { lockVisible } from '../customer/visibility.repo.ts'
import { listBlocked } from './blacklist.repo.ts'
import { readAccountPlan } from './plan.repo.ts'

/** Time and id of the last row. */
const BLOCKED_CURSOR = /^\d{1,15}-[0-9a-f]{32}$/

/** Begins a run of this flow, else of the plan's, in the transaction of the switch; refuses where there is none. */
export type StartFlow = (
  tx: Transaction,
  change: CustomerChange,
  flowId: FlowId | undefined,
  now: Date,
) => Promise<void>

type StatusDeps = ChangeDeps & { automatic: AutomaticSender; startFlow: StartFlow }

/** Reception of a customer: by the AI, a workflow or agents; archived; blocked. */
export class StatusService {
  private readonly deps: StatusDeps

  constructor(deps: StatusDeps) {
    this.deps = deps
  }

  /** 归档 ends the session, after the plan's 结束语; the owner stays. Undone, the session goes on. */
  async archive(
    caller: Caller,
    customerId: CustomerId,
    { archive, undo }: { archive: boolean; undo: boolean },
  ): Promise<CustomerItem & { isUndoable: boolean }> {
    let isUndoable = false
    let isClosed = false
    const lockAndClose = async (tx: Transaction) => {
      const change = await lockVisible(tx.sql, caller, customerId)
      isClosed = archive && (await this.sendClosing(tx, change))
      // Sending has changed the row.
      return isClosed ? lockVisible(tx.sql, caller, customerId) : change
    }
    const item = await this.change(
      caller,
      customerId,
      async ({ tx, change, now }, operator) => {
        const { hasChanged } = changeCustomerReception(change, { kind: 'archive', archive, ...operator }, now)
        if (hasChanged && !archive && undo) reopenSession(change, await findLastSession(tx.sql, change.customer), now)
        if (!hasChanged || !archive) return
        isUndoable = !isClosed && change.before.handoffAt === null
        endSession(change)
      },
      lockAndClose,
    )
    return { ...item, isUndoable }
  }

  /** 结束语, to a customer who has written in the session. True: sent or reported as held back. */
  private async sendClosing(tx: Transaction, { customer: row, session: open }: CustomerChange): Promise<boolean> {
    if (row.archive || !open || open.ownMessages === 0) return false
    const { closing } = await readAccountPlan(tx.sql, row.entId, row.relationId)
    if (!closing.enabled) return false
    await this.deps.automatic.send(tx, {
      entId: row.entId,
      customerId: row.id,
      kind: 'closing',
      content: { type: 'text', text: closing.text },
      expected: { receptionType: row.receptionType, receptionEpoch: row.receptionEpoch },
    })
    return true
  }

  setAi(caller: Caller, customerId: CustomerId, enableAi: boolean): Promise<CustomerItem> {
    return this.change(caller, customerId, async ({ tx, change, now }, operator) => {
      if (enableAi) {
        const { situation } = await getAccountReception(tx.sql, caller.entId, change.customer.relationId, now)
        if (!situation.isPublished) throw new UserFacingError('refused', '该账号尚未发布 AI 智能体')
        if (!situation.isAvailable) throw new UserFacingError('pointsShort')
      }
      changeCustomerReception(change, { kind: enableAi ? 'ai_on' : 'ai_off', ...operator }, now)
    })
  }

  /** T14. Turned on, the flow starts at its first node, also for a customer who is in another one. */
  setWorkflow(
    caller: Caller,
    customerId: CustomerId,
    { enableWorkflow, flowId }: { enableWorkflow: boolean; flowId?: FlowId | undefined },
  ): Promise<CustomerItem> {
    return this.change(caller, customerId, async ({ tx, change, now }, operator) => {
      if (enableWorkflow) await this.deps.startFlow(tx, change, flowId, now)
      changeCustomerReception(change, { kind: enableWorkflow ? 'workflow_on' : 'workflow_off', ...operator }, now)
    })
  }

  /** 不再恢复. */
  stopReturn(caller: Caller, customerId: CustomerId): Promise<CustomerItem> {
    return this.change(caller, customerId, ({ change, now }, operator) => {
      changeCustomerReception(change, { kind: 'no_return', ...operator }, now)
    })
  }

  /**
   * For the whole enterprise: unsent messages to a blocked customer fail, nothing more is sent, and no queue holds the
   * customer.
   */
  block(caller: Caller, customerId: CustomerId, block: boolean): Promise<CustomerItem> {
    return this.change(caller, customerId, async ({ tx, change, now }, { operatorId, operatorName }) => {
      if (change.customer.isBlocked === block) return
      change.customer.isBlocked = block
      if (block) await cancelUnsent(tx.sql, change, now)
      const text = block ? `${operatorName} 拉黑了该客户` : `${operatorName} 将该客户移出了黑名单`
      appendLine(change, { kind: 'block', text }, now)
      change.events.push({ type: 'agent_update_customer_info', changed: { isBlocked: block }, operatorId })
      if (block) bindSystemTag(change, 'blocked', now)
      else unbindSystemTag(change, 'blocked', now)
    })
  }

  /** 黑名单: newest first, within what the caller may see. */
  async listBlocked(caller: Caller, { cursor, limit }: CursorPage) {
    const [at, id] = readCursor(cursor, BLOCKED_CURSOR)?.split('-') ?? []
    const after = at && id ? { blockedAt: new Date(Number(at)), id: id as CustomerId } : undefined
    const rows = await listBlocked(this.deps.db.sql, caller, { after, limit: limit + 1 })
    return cutPage(rows, limit, {
      mark: ({ row, blockedAt }) => `${blockedAt.getTime()}-${row.id}`,
      view: ({ row, subSourceName, blockedAt }): BlockedCustomer => ({
        customerId: row.id,
        name: nameFor(caller, row),
        avatar: row.avatar,
        source: row.source,
        subSourceName,
        blockedAt: blockedAt.toISOString(),
      }),
    })
  }

  private change(
    caller: Caller,
    id: CustomerId,
    apply: (changing: Changing, operator: Operator) => Promise<void> | void,
    lock?: (tx: Transaction) => Promise<CustomerChange>,
  ): Promise<CustomerItem> {
    const applyAsOperator = async (changing: Changing) => {
      const operatorName = await getAgentName(changing.tx.sql, caller.entId, caller.agentId)
      await apply(changing, { operatorId: caller.agentId, operatorName })
    }
    return changeCustomer(this.deps, caller, id, applyAsOperator, lock)
  }
}

type Operator = { operatorId: Caller['agentId']; operatorName: string }
