import type { AgentId, Customer, OpenStatus } from '@ruwu/contract'

/** Why sending to a customer is locked. */
export type SendLock = { kind: 'taken' | 'blocked' | 'closed'; text: string }

const UNKNOWN_AGENT = '其他客服'
export const BLOCKED_TEXT = '该客户已被拉黑，无法发送消息'

const takenText = (agentName: string | null) => `该客户由 ${agentName || UNKNOWN_AGENT} 接待`

/** A colleague was faster. */
export const takenTooLateText = (agentName: string | null) => `已被 ${agentName || UNKNOWN_AGENT} 接待，您的回复未发送`

/** Why an account cannot send; undefined when it can. */
export function closedAccountText(openStatus: OpenStatus): string | undefined {
  switch (openStatus) {
    case 'open':
    case 'expiring':
      return undefined
    case 'pending':
      return '该渠道账号正在审核中，暂时无法发送消息'
    case 'needs_reauth':
      return '账号授权已失效，请管理员重新授权该账号'
    case 'unbound':
      return '该渠道账号已解绑，无法发送消息'
  }
}

/** Checked in the server's order; undefined when the agent may send. */
export function sendLock(
  { agentId, agentName, isBlocked }: Pick<Customer, 'agentId' | 'agentName' | 'isBlocked'>,
  openStatus: OpenStatus,
  me: AgentId | undefined,
): SendLock | undefined {
  if (agentId !== null && agentId !== me) return { kind: 'taken', text: takenText(agentName) }
  if (isBlocked) return { kind: 'blocked', text: BLOCKED_TEXT }
  const text = closedAccountText(openStatus)
  return text === undefined ? undefined : { kind: 'closed', text }
}
