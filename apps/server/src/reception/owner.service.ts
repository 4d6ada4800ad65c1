import type { AgentId, CustomerId, CustomerItem, Permission } from '@ruwu/contract'
import { isTransferReason } from '@ruwu/domain'
import type { Queryable } from '../db/database.ts'
import { FieldError, NotFoundError, UserFacingError } from '../platform/http/errors.ts'
import type { Caller } from '../features/auth/index.ts'
import { readCustomerSetting } from '../features/customer-setting/index.ts'
import type { Case } from '../customer/customer-change.ts'
import { lockCase } from '../customer/customer-change.repo.ts'
import { giveHint, nameOfCustomer } from '../customer/agent-hint.ts'
import { addNote } from '../profile/note.ts'
import { changeCase } from '../customer/reception-change.ts'
import { type ChangeDeps, changeCustomer, nameOfAgent } from '../customer/change-customer.ts'
import { isVisible } from '../customer/visibility.repo.ts'
import { lockTeammate, mayReceiveFrom } from './team.repo.ts'

const REPLIES: Permission = 'im:replyCustomer'
const TRANSFERS: Permission = 'im:manageCustomerTransfer'

/** More customers than one wants to receive at a time; whoever insists may. */
export class ReceptionFullError extends UserFacingError {
  override name = 'ReceptionFullError'
  readonly limit: number

  constructor(limit: number) {
    super('refused', `已达接待上限 ${limit}，仍要接待？`, { confirm: true, limit })
    this.limit = limit
  }
}

/** Whose customer it is: 接待, 释放, 转接. */
export class OwnerService {
  private readonly deps: ChangeDeps

  constructor(deps: ChangeDeps) {
    this.deps = deps
  }

  /**
   * Of two who want the same customer the second learns who was first, also where they may not see colleagues' customers: while
   * nobody had them, they did.
   */
  receive(caller: Caller, { customerId, confirmFull }: { customerId: CustomerId; confirmFull: boolean }) {
    return changeCustomer(
      this.deps,
      caller,
      customerId,
      async ({ tx, of, now }) => {
        const { entId, agentId: me } = caller
        const owner = of.customer.agentId
        if (owner === me) return
        if (owner !== null) {
          const agentName = await nameOfAgent(tx.sql, entId, owner)
          throw new UserFacingError('taken', `已被 ${agentName} 接待`, { agentId: owner, agentName })
        }
        const self = await lockTeammate(tx.sql, entId, me, now)
        if (!self) throw new UserFacingError('forbidden')
        if (self.current >= self.limit && !confirmFull) throw new ReceptionFullError(self.limit)
        changeCase(of, { kind: 'receive', agentId: me, agentName: self.name, reason: 'claim', operatorId: me }, now)
      },
      lockFree,
    )
  }

  /** One's own by whom may reply; a colleague's by whom may transfer. */
  release(caller: Caller, customerId: CustomerId): Promise<CustomerItem> {
    return changeCustomer(this.deps, caller, customerId, async ({ tx, of, now }) => {
      const { agentId: owner } = of.customer
      const isColleagues = owner !== null && owner !== caller.agentId
      if (!caller.permissions.has(isColleagues ? TRANSFERS : REPLIES)) throw new UserFacingError('forbidden')
      if (owner === null) return
      const agentName = await nameOfAgent(tx.sql, caller.entId, caller.agentId)
      changeCase(of, { kind: 'release', agentName, reason: 'release', operatorId: caller.agentId }, now)
    })
  }

  /** One's own customer may always be passed on. */
  redirect(
    caller: Caller,
    to: { customerId: CustomerId; agentId: AgentId; reason: string; note?: string | undefined },
  ): Promise<CustomerItem> {
    return changeCustomer(this.deps, caller, to.customerId, async ({ tx, of, now }) => {
      const { entId, agentId: me } = caller
      const { customer: row } = of
      if (row.agentId !== me && !caller.permissions.has(TRANSFERS)) throw new UserFacingError('forbidden')
      if (!isTransferReason(to.reason, await readCustomerSetting(tx.sql, entId)))
        throw new FieldError({ reason: '转接原因已变更，请重新选择' })
      const target = await lockTeammate(tx.sql, entId, to.agentId, now)
      if (!target) throw new NotFoundError('客服')
      if (!mayReceiveFrom(target, row.relationId)) throw new UserFacingError('refused', '该客服不能接待此账号的客户')
      if (row.agentId === to.agentId) return
      const { agentId, reason, note } = to
      const operatorName = await nameOfAgent(tx.sql, entId, me)
      const { hint } = changeCase(
        of,
        { kind: 'redirect', agentId, agentName: target.name, reason, note, operatorId: me, operatorName },
        now,
      )
      if (note) addNote(of, { agentId: me, text: note, mentionIds: [] }, now)
      if (!hint) return
      const text = `${operatorName} 将 ${nameOfCustomer(row)} 转接给您：${reason}`
      giveHint(tx, row, { hintType: hint, text, level: 'info', to: [agentId], operatorId: me }, now)
    })
  }
}

/** The customer, if the caller sees them, or could while nobody has them. */
async function lockFree(db: Queryable, caller: Caller, id: CustomerId): Promise<Case> {
  const of = await lockCase(db, caller.entId, id)
  const isSeen = of && (isVisible(caller, of.customer) || isVisible(caller, { ...of.customer, agentId: null }))
  if (!isSeen) throw new NotFoundError('客户')
  return of
}
