import type { AgentId, Customer, Permission } from '@ruwu/contract'
import { assignmentOf, hasPermission } from '@ruwu/domain'
import { readSession } from '../../session/session.ts'
import { useMyPermissions } from '../role/index.ts'

export type CustomerActions = {
  canReceive: boolean
  canRelease: boolean
  canRedirect: boolean
  /** 归档, AI 托管, 拉黑. */
  canEdit: boolean
}

/** What an agent may do with a customer as they are now. The server asks the same again. */
export function actionsOf(
  { agentId }: Pick<Customer, 'agentId'>,
  me: AgentId | undefined,
  can: (permission: Permission) => boolean,
): CustomerActions {
  const owner = assignmentOf(agentId, me ?? '')
  const canTransfer = can('im:manageCustomerTransfer')
  return {
    canReceive: owner === 'unknown' && can('im:replyCustomer'),
    canRelease: (owner === 'mine' && can('im:replyCustomer')) || (owner === 'colleague' && canTransfer),
    canRedirect: owner === 'mine' || canTransfer,
    canEdit: can('im:editCustomerInfo'),
  }
}

/** For any customer: what may be done with them. */
export function useActionsOf() {
  const { data } = useMyPermissions()
  return (customer: Pick<Customer, 'agentId'>) =>
    actionsOf(customer, readSession()?.agentId, (permission) => hasPermission(data, permission))
}
