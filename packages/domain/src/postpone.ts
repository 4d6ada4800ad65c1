import type { AgentId, Customer } from '@ruwu/contract'

/** 稍后处理 at most so far ahead. */
export const POSTPONE_MAX_DAYS = 365
const DAY_MS = 86_400_000

export const POSTPONE_TEXTS = {
  notOwn: '只能稍后处理自己接待的客户',
  archived: '已归档的客户不能稍后处理',
  past: '时间必须晚于现在',
  tooFar: `最多稍后处理 ${POSTPONE_MAX_DAYS} 天`,
  written: '客户刚发来新消息，请查看后再操作',
  due: (name: string) => `该处理 ${name} 了`,
  atTime: '到了稍后处理的时间',
  byMessage: '客户发来了新消息',
} as const

/** Ends with the owner's part in the conversation: transfer, release, hand-over, archive. */
export const NOT_POSTPONED = { postponedUntil: null, returnedAt: null } as const

type Owned = Pick<Customer, 'agentId' | 'archive'>

/** Why the agent may not postpone the customer; undefined: may. The console hides the action by it, the server refuses by it. */
export function postponeRefusal({ agentId, archive }: Owned, me: AgentId): string | undefined {
  if (agentId !== me) return POSTPONE_TEXTS.notOwn
  return archive ? POSTPONE_TEXTS.archived : undefined
}

export function postponeTimeRefusal(until: Date, now: Date): string | undefined {
  if (until <= now) return POSTPONE_TEXTS.past
  return until.getTime() - now.getTime() > POSTPONE_MAX_DAYS * DAY_MS ? POSTPONE_TEXTS.tooFar : undefined
}

/** Whether the agent's own lists leave the customer out. */
export const isPostponed = ({ agentId, postponedUntil }: Pick<Customer, 'agentId' | 'postponedUntil'>, me: AgentId) =>
  postponedUntil !== null && agentId === me

/** Whether the customer is back and first in the agent's own lists. Postponed again it is not, until that is taken back. */
export const isReturned = (
  { agentId, postponedUntil, returnedAt }: Pick<Customer, 'agentId' | 'postponedUntil' | 'returnedAt'>,
  me: AgentId,
) => returnedAt !== null && postponedUntil === null && agentId === me
