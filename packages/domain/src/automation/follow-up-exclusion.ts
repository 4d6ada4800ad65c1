import type { ReceptionType } from '@ruwu/contract'

/** What decides whether somebody who says nothing is spoken to. */
export type FollowUpFacts = {
  receptionType: ReceptionType
  hasOpenSession: boolean
  isArchived: boolean
  isBlocked: boolean
  hasLead: boolean
  hasNoIntent: boolean
  /** What we said last did not arrive. */
  isUndelivered: boolean
  /** They have said something that nobody has answered. */
  isWaiting: boolean
  /** When a person or the AI last answered them in this session. */
  lastReplyAt: Date | null
}

/** Why somebody is not followed up, as 运行日志 says it. */
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

/** Undefined: they fell silent after our reply, and may be spoken to. */
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
