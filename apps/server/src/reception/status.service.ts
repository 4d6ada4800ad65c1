import type { CustomerId, CustomerItem } from '@ruwu/contract'
import { UserFacingError } from '../platform/http/errors.ts'
import type { Caller } from '../features/auth/index.ts'
import { appendLine } from '../customer/customer-change.ts'
import { stopUnsent } from '../outbound/blocked.ts'
import { changeCase } from '../customer/reception-change.ts'
import { getAccountReception } from '../customer/account-reception.repo.ts'
import { bindSystemTag, unbindSystemTag } from '../customer/customer-tags.ts'
import { endSession } from '../customer/session-lifecycle.ts'
import { type ChangeDeps, changeCustomer, type Changing, nameOfAgent } from '../customer/change-customer.ts'

/** How a customer is received: by the AI, a workflow or people; archived or not; blocked or not. */
export class StatusService {
  private readonly deps: ChangeDeps

  constructor(deps: ChangeDeps) {
    this.deps = deps
  }

  /** 归档 ends the session; the owner stays. */
  archive(caller: Caller, customerId: CustomerId, archive: boolean): Promise<CustomerItem> {
    return this.change(caller, customerId, ({ of, now }, operator) => {
      const { hasChanged } = changeCase(of, { kind: 'archive', archive, ...operator }, now)
      if (hasChanged && archive) endSession(of)
    })
  }

  setAi(caller: Caller, customerId: CustomerId, enableAi: boolean): Promise<CustomerItem> {
    return this.change(caller, customerId, async ({ tx, of, now }, operator) => {
      if (enableAi) {
        const { situation } = await getAccountReception(tx.sql, caller.entId, of.customer.relationId, now)
        if (!situation.isPublished) throw new UserFacingError('refused', '该账号尚未发布 AI 智能体')
        if (!situation.isAvailable) throw new UserFacingError('pointsShort')
      }
      changeCase(of, { kind: enableAi ? 'ai_on' : 'ai_off', ...operator }, now)
    })
  }

  /** No account has a published workflow so far: one can only be left. */
  setWorkflow(caller: Caller, customerId: CustomerId, enableWorkflow: boolean): Promise<CustomerItem> {
    return this.change(caller, customerId, ({ of, now }, operator) => {
      if (enableWorkflow) throw new UserFacingError('refused', '该账号没有可用的工作流')
      changeCase(of, { kind: 'workflow_off', ...operator }, now)
    })
  }

  /** 不再恢复. */
  stopReturn(caller: Caller, customerId: CustomerId): Promise<CustomerItem> {
    return this.change(caller, customerId, ({ of, now }, operator) => {
      changeCase(of, { kind: 'no_return', ...operator }, now)
    })
  }

  /** For the whole enterprise: nothing is sent to who is blocked, by nobody, and they wait in no queue. */
  block(caller: Caller, customerId: CustomerId, block: boolean): Promise<CustomerItem> {
    return this.change(caller, customerId, async ({ tx, of, now }, { operatorId, operatorName }) => {
      if (of.customer.isBlocked === block) return
      of.customer.isBlocked = block
      if (block) await stopUnsent(tx.sql, of, now)
      const text = block ? `${operatorName} 拉黑了该客户` : `${operatorName} 将该客户移出了黑名单`
      appendLine(of, { kind: 'block', text }, now)
      of.events.push({ type: 'agent_update_customer_info', changed: { isBlocked: block }, operatorId })
      if (block) bindSystemTag(of, 'blocked', now)
      else unbindSystemTag(of, 'blocked', now)
    })
  }

  private change(
    caller: Caller,
    id: CustomerId,
    change: (changing: Changing, operator: Operator) => Promise<void> | void,
  ): Promise<CustomerItem> {
    return changeCustomer(this.deps, caller, id, async (changing) => {
      const operatorName = await nameOfAgent(changing.tx.sql, caller.entId, caller.agentId)
      await change(changing, { operatorId: caller.agentId, operatorName })
    })
  }
}

type Operator = { operatorId: Caller['agentId']; operatorName: string }
