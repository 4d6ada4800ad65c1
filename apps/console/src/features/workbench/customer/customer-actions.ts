import type { AgentId, Customer, Permission } from '@ruwu/contract'
import { assignmentOf, hasPermission, postponeRefusal } from '@ruwu/domain'
import { currentAgentId } from '../../../session/current-agent.ts'
import { useMyPermissions } from '../../permission/index.ts'

type CustomerActions = {
  canReceive: boolean
  canRelease: boolean
  canRedirect: boolean
  /** 稍后处理. */
  canPostpone: boolean
  /** 归档, AI 托管, 拉黑. */
  canEdit: boolean
}

/** What an agent may do with a customer. The server checks the same permissions. */
export function actionsOf(
  { agentId, archive }: Pick<Customer, 'agentId' | 'archive'>,
  me: AgentId | undefined,
  can: (permission: Permission) => boolean,
): CustomerActions {
  const owner = assignmentOf(agentId, me ?? '')
  const canTransfer = can('im:manageCustomerTransfer')
  return {
    canReceive: owner === 'unknown' && can('im:replyCustomer'),
    canRelease: (owner === 'mine' && can('im:replyCustomer')) || (owner === 'colleague' && canTransfer),
    canRedirect: owner === 'mine' || canTransfer,
    canPostpone: me !== undefined && postponeRefusal({ agentId, archive }, me) === undefined && can('im:replyCustomer'),
    canEdit: can('im:editCustomerInfo'),
  }
}

/** What an agent may start as a batch; the server checks every customer. */
export function bulkActionsOf(can: (permission: Permission) => boolean): CustomerActions {
  const canReply = can('im:replyCustomer')
  const canOwn = canReply || can('im:manageCustomerTransfer')
  return {
    canReceive: canReply,
    canRelease: canOwn,
    canRedirect: canOwn,
    canPostpone: canReply,
    canEdit: can('im:editCustomerInfo'),
  }
}

/** The allowed actions of any customer. */
export function useActionsOf() {
  const { data } = useMyPermissions()
  return (customer: Pick<Customer, 'agentId' | 'archive'>) =>
    actionsOf(customer, currentAgentId(), (permission) => hasPermission(data, permission))
}

export function useBulkActions(): CustomerActions {
  const { data } = useMyPermissions()
  return bulkActionsOf((permission) => hasPermission(data, permission))
}

/** 批量操作 needs at least one of the permissions. */
export const useCanBulk = () => Object.values(useBulkActions()).includes(true)
