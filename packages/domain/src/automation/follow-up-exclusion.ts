import type { ReceptionType } from '@ruwu/contract'

/** Facts that decide whether a silent customer is followed up. */
export type FollowUpFacts = {
  receptionType: ReceptionType
  hasOpenSession: boolean
  isArchived: boolean
  isBlocked: boolean
  hasLead: boolean
  hasNoIntent: boolean
  /** Our last message failed. */
  isUndelivered: boolean
  /** The customer has an unanswered message. */
  isWaiting: boolean
  /** Last reply of an agent or the AI in this session. */
  lastReplyAt: Date | null
}

/** Exclusion reasons as shown in 运行日志. */
export const FOLLOW_UP_EXCLUSIONS = {
  ended: '会话已结束',
  archived: '会话已归档',
  blocked: '客户已拉黑',
  manual: '人工接待中',
  lead: '客户已留资',
  noIntent: '客户无意向',
  undelivered: '上一条消息发送失败',
  waiting: '客户的消息尚未回复',
  unanswered: '尚未回复过客户',
} as const
export type FollowUpExclusion = keyof typeof FOLLOW_UP_EXCLUSIONS

/** Undefined: the customer has been silent since our reply and may be followed up. */
export function whyNotFollowedUp(facts: FollowUpFacts): FollowUpExclusion | undefined {
  if (facts.isArchived) return 'archived'
  if (!facts.hasOpenSession) return 'ended'
  if (facts.isBlocked) return 'blocked'
  if (facts.receptionType === 'manual') return 'manual'
  if (facts.hasLead) return 'lead'
  if (facts.hasNoIntent) return 'noIntent'
  if (facts.isUndelivered) return 'undelivered'
  if (facts.isWaiting) return 'waiting'
  return facts.lastReplyAt === null ? 'unanswered' : undefined
}

const CLAUSE_ENDS = /[\s，。！；、,.!;~～…]+/
// No alternative may be a concatenation of others: ambiguity makes the regular expression backtrack (ReDoS).
const BEFORE = '(?:我|们|咱|那|先|就|真的|还是|暂时|目前|现在|这个|这边|也|都|请|对|已经)*'
const AFTER = '(?:了|啦|吧|哈|哦|呢|的|这个|这些|谢谢)*'
const NO =
  '不需要|不用|不考虑|不感兴趣|没兴趣|没有兴趣|不想要|不想买|不想做|不想了解|不买|不做|不要|不打算买|买好|买过|买到|定好|订好|做好|选好|找好|在别家买|在别家做|别再发|别发|不要再发|不要发|别联系|不要联系|不要再联系|别打扰|不要打扰|退订'
const SAYS_NO = new RegExp(`^${BEFORE}(?:${NO})(?:我|消息|信息|广告)*${AFTER}$`)

/** Whether a customer's text declines: a whole clause does, and it is no question. */
export const showsNoIntent = (words: string): boolean =>
  !/[?？]|吗/.test(words) && words.split(CLAUSE_ENDS).some((clause) => SAYS_NO.test(clause))
