import type { AgentNotice, NoticeKind } from '@ruwu/contract'

/** Pages of notices about no customer; others lead nowhere. */
const PAGES: Partial<Record<NoticeKind, string>> = {
  transferred: '/chat',
  queue_full: '/chat?scope=3',
  quota_stopped: '/channel',
  account_expired: '/channel',
  points_warning: '/point',
  rule_stopped: '/automation/v1',
  model_failed: '/setting?drawer=model',
  certify_reviewed: '/setting/company',
  webhook_failed: '/setting?drawer=open',
  // Those of rules are about a customer.
  automation: '/automation/more?drawer=leadPush',
  daily_report: '/home/daily',
}

/**
 * Where a notice leads. Inside /chat the list keeps its filters. `undefined`: nowhere, as for a customer whom the agent may no
 * longer see.
 */
export function noticeAddress(notice: AgentNotice, here: { pathname: string; search: string }): string | undefined {
  if (notice.text === null) return undefined
  if (!notice.customer) return PAGES[notice.kind]
  const search = new URLSearchParams(here.pathname === '/chat' ? here.search : '')
  search.delete('messageId')
  search.delete('seq')
  search.set('customerId', notice.customer.customerId)
  if (notice.seq !== null) search.set('seq', String(notice.seq))
  return `/chat?${search}`
}
