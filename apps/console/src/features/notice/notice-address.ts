import type {
  AgentNotice,
  CustomerId,
  HintEvent,
  HintType,
  NoticeKind,
  RelationId,
  SimpleAccount,
} from '@ruwu/contract'
import { accountPath } from '../channel/index.ts'

/** Pages of notices about no customer; others lead nowhere. */
const PAGES: Partial<Record<HintType, string>> = {
  transferred: '/chat',
  queue_full: '/chat?scope=3',
  points_warning: '/point',
  rule_stopped: '/automation/v1',
  model_failed: '/setting?drawer=model',
  certify_reviewed: '/setting/company',
  webhook_failed: '/setting?drawer=open',
  // Those of rules are about a customer.
  automation: '/automation/more?drawer=leadPush',
  daily_report: '/home/daily',
}

const ABOUT_AN_ACCOUNT: readonly HintType[] = ['quota_stopped', 'account_expired'] satisfies NoticeKind[]

/** The page shown now, and the channel accounts as far as they are loaded. */
type From = { pathname: string; search: string; accounts: readonly SimpleAccount[] | undefined }

type Subject = { customerId: CustomerId | null; relationId: RelationId | null; seq: number | null }

/** Inside /chat the list keeps its filters. */
function addressOf(kind: HintType, { customerId, relationId, seq }: Subject, from: From): string | undefined {
  if (ABOUT_AN_ACCOUNT.includes(kind)) {
    const account = from.accounts?.find((it) => it.relationId === relationId)
    return account ? accountPath(account) : '/channel'
  }
  if (!customerId) return PAGES[kind]
  const search = new URLSearchParams(from.pathname === '/chat' ? from.search : '')
  search.delete('messageId')
  search.delete('seq')
  search.set('customerId', customerId)
  if (seq !== null) search.set('seq', String(seq))
  return `/chat?${search}`
}

/** Where a notice leads. `undefined`: nowhere, as for a customer whom the agent may no longer see. */
export function noticeAddress({ kind, text, customer, account, seq }: AgentNotice, from: From): string | undefined {
  if (text === null) return undefined
  return addressOf(
    kind,
    { customerId: customer?.customerId ?? null, relationId: account?.relationId ?? null, seq },
    from,
  )
}

/** The same of a hint. Who was told that a customer went to a colleague may not see the customer any more. */
export const hintAddress = (hint: HintEvent, from: From): string | undefined =>
  hint.hintType === 'passed_on' ? undefined : addressOf(hint.hintType, { ...hint, seq: hint.seq ?? null }, from)
