import type { AgentId } from '@ruwu/contract'
import { formatDateTime } from './date-time-format.ts'
import { type Instant, timeOf } from './instant.ts'

/** Of one agent to one customer, those that were not sent included. */
export const SCHEDULED_MAX = 10
const DAYS_AHEAD_MAX = 30
/** How late a message is still sent after an outage. */
const LATE_MS = 10 * 60_000

export const SCHEDULED_TEXTS = {
  past: '发送时间必须晚于现在',
  tooFar: `最多安排到 ${DAYS_AHEAD_MAX} 天后`,
  tooMany: `每位客户最多 ${SCHEDULED_MAX} 条稍后发送的消息`,
  notOwn: '只能操作自己的稍后发送消息',
  sent: '这条消息已发送',
  noRight: '撰写人已停用或无权回复该客户，未发送',
  replied: '客户已回复，未发送',
  released: '客户已被释放，未发送',
  late: '服务中断错过了发送时间，未发送',
  takenBy: (agentName: string) => `客户已由 ${agentName} 接待，未发送`,
  afterWindow: (closesAt: string) => `平台仅允许在 ${closesAt} 前回复该客户，请选择更早的时间`,
} as const

/** Why a time cannot be chosen. `closesAt`: end of the platform's reply window; null: none. */
export function whyNotAt(sendAt: Date, closesAt: Instant | null, now: Date, timeZone?: string): string | undefined {
  if (sendAt <= now) return SCHEDULED_TEXTS.past
  if (sendAt.getTime() - now.getTime() > DAYS_AHEAD_MAX * 86_400_000) return SCHEDULED_TEXTS.tooFar
  if (closesAt !== null && sendAt.getTime() >= timeOf(closesAt))
    return SCHEDULED_TEXTS.afterWindow(formatDateTime(closesAt, timeZone))
  return undefined
}

type Scheduled = {
  agentId: AgentId
  /** The customer's owner and newest message when it was scheduled. */
  ownerId: AgentId | null
  inboundSeq: number
  keepOnReply: boolean
  sendAt: Date
}
type Standing = { agentId: AgentId | null; agentName: string; lastInboundSeq: number }

const stopped = (reason: string) => ({ state: 'stopped' as const, reason })

/**
 * Why a scheduled message is not sent any more; undefined: it is, at its time. Sending to an unassigned customer receives them, so one that was
 * unassigned may still be.
 */
export function whyStopped(
  message: Scheduled,
  { agentId, agentName, lastInboundSeq }: Standing,
  now: Date,
): { state: 'stopped' | 'failed'; reason: string } | undefined {
  if (agentId !== null && agentId !== message.agentId) return stopped(SCHEDULED_TEXTS.takenBy(agentName))
  if (agentId === null && message.ownerId !== null) return stopped(SCHEDULED_TEXTS.released)
  if (!message.keepOnReply && lastInboundSeq > message.inboundSeq) return stopped(SCHEDULED_TEXTS.replied)
  if (now.getTime() - message.sendAt.getTime() > LATE_MS) return { state: 'failed', reason: SCHEDULED_TEXTS.late }
  return undefined
}
