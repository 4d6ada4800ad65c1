import type { AgentId, CustomerId, CustomerItem, Permission, TransferGroupRef } from '@ruwu/contract'
import { isTransferReason } from '@ruwu/domain'
import { FieldError, NotFoundError, UserFacingError } from '../platform/http/errors.ts'
import type { Caller } from '../platform/http/caller.ts'
import { readCustomerSetting } from '../customer/customer-setting.repo.ts'
import { maskedCustomerName, notifyAgents, ownerCause } from '../customer/notify-agents.ts'
import { addNote } from '../profile/index.ts'
import { changeCustomerReception } from '../customer/reception-change.ts'
import { type ChangeDeps, changeCustomer } from '../customer/change-customer.ts'
import { getAgentName } from '../customer/customer-names.repo.ts'
import { lockJustSeen } from '../customer/visibility.repo.ts'
import type { FindSendingAccount } from '../outbound/index.ts'
import { lockTeammate, mayReceiveFrom } from './team.repo.ts'
import { pickFromGroup } from './transfer-group.ts'

const REPLIES: Permission = 'im:replyCustomer'
const TRANSFERS: Permission = 'im:manageCustomerTransfer'

/** The agent's reception limit is reached; a request with `confirmFull` exceeds it. */
export class ReceptionFullError extends UserFacingError {
  override name = 'ReceptionFullError'
  readonly limit: number

  constructor(limit: number) {
    super('refused', `已达接待上限 ${limit}，仍要接待？`, { confirm: true, limit })
    this.limit = limit
  }
}

/** An agent, or a group of which one gets the customer. */
type TransferTo = { agentId?: AgentId | undefined; group?: TransferGroupRef | undefined }

/** Owner of a customer: 接待, 释放, 转接. */
export class OwnerService {
  private readonly deps: ChangeDeps & { findAccount: FindSendingAccount }

  constructor(deps: OwnerService['deps']) {
    this.deps = deps
  }

  /**
   * Of two concurrent requests the second is refused with the owner's name, even if its agent may not see colleagues'
   * customers: the customer was visible to that agent a moment ago, while unassigned. Later it looks absent.
   */
  receive(caller: Caller, { customerId, confirmFull }: { customerId: CustomerId; confirmFull: boolean }) {
    return changeCustomer(
      this.deps,
      caller,
      customerId,
      async ({ tx, change, now }) => {
        const { entId, agentId: me } = caller
        const owner = change.customer.agentId
        if (owner === me) return
        if (owner !== null) {
          const agentName = await getAgentName(tx.sql, entId, owner)
          throw new UserFacingError('taken', `已被 ${agentName} 接待`, { agentId: owner, agentName })
        }
        const self = await lockTeammate(tx.sql, entId, me, now)
        if (!self) throw new UserFacingError('forbidden')
        if (self.current >= self.limit && !confirmFull) throw new ReceptionFullError(self.limit)
        changeCustomerReception(
          change,
          { kind: 'receive', agentId: me, agentName: self.name, reason: 'claim', operatorId: me },
          now,
        )
      },
      (tx) => lockJustSeen(tx.sql, caller, customerId, this.deps.clock.now()),
    )
  }

  /** Own and unassigned customers need the reply permission, a colleague's customer the transfer permission. */
  release(caller: Caller, customerId: CustomerId): Promise<CustomerItem> {
    return changeCustomer(this.deps, caller, customerId, async ({ tx, change, now }) => {
      const { agentId: owner } = change.customer
      const isColleagues = owner !== null && owner !== caller.agentId
      if (!caller.permissions.has(isColleagues ? TRANSFERS : REPLIES)) throw new UserFacingError('forbidden')
      if (owner === null) return
      const agentName = await getAgentName(tx.sql, caller.entId, caller.agentId)
      const { keepFamiliar } = await readCustomerSetting(tx.sql, caller.entId)
      // 熟客优先 assigns by this column alone.
      if (!keepFamiliar) change.customer.lastHumanAgentId = null
      changeCustomerReception(
        change,
        { kind: 'release', agentName, reason: 'release', operatorId: caller.agentId },
        now,
      )
    })
  }

  /** The agent's own customer needs no transfer permission. */
  redirect(
    caller: Caller,
    to: { customerId: CustomerId; reason: string; note?: string | undefined } & TransferTo,
  ): Promise<CustomerItem> {
    return changeCustomer(this.deps, caller, to.customerId, async ({ tx, change, now }) => {
      const { entId, agentId: me } = caller
      const { customer: row } = change
      if (row.agentId !== me && !caller.permissions.has(TRANSFERS)) throw new UserFacingError('forbidden')
      if (!isTransferReason(to.reason, await readCustomerSetting(tx.sql, entId)))
        throw new FieldError({ reason: '转接原因已变更，请重新选择' })
      const target = to.group
        ? await pickFromGroup(tx.sql, row, to.group, { findAccount: this.deps.findAccount, now })
        : to.agentId && (await lockTeammate(tx.sql, entId, to.agentId, now))
      if (!target) throw new NotFoundError('客服')
      if (!mayReceiveFrom(target, row.relationId)) throw new UserFacingError('refused', '该客服不能接待此账号的客户')
      if (row.agentId === target.id) return
      const { id: agentId } = target
      const { reason, note } = to
      const operatorName = await getAgentName(tx.sql, entId, me)
      const { agentId: fromAgentId } = row
      const { hint } = changeCustomerReception(
        change,
        { kind: 'redirect', agentId, agentName: target.name, reason, note, operatorId: me, operatorName },
        now,
      )
      // Told to the agent it was taken from: the text they were writing stays with them.
      if (fromAgentId !== null && fromAgentId !== me) {
        const passed = `${operatorName} 已将您的客户 ${maskedCustomerName(row)} 转接给 ${target.name}`
        const about = { entId, relationId: row.relationId }
        const told = { hintType: 'passed_on', text: passed, level: 'info', to: [fromAgentId], operatorId: me } as const
        await notifyAgents(tx, about, told, now)
      }
      if (note) addNote(change, { agentId: me, text: note, mentionIds: [] }, now)
      if (!hint) return
      const text = `${operatorName} 将 ${maskedCustomerName(row)} 转接给您：${reason}`
      const told = { hintType: hint, text, detail: reason, level: 'info', to: [agentId], operatorId: me } as const
      await notifyAgents(tx, row, { ...told, cause: ownerCause(row) }, now)
    })
  }
}
