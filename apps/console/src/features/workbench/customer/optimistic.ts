import type { AgentId, CustomerItem, Seat } from '@ruwu/contract'
import { changeReception, NOT_POSTPONED, seatOf, toItem, type ReceptionCause } from '@ruwu/domain'

/** The agent who owns a customer. */
export type Owner = { agentId: AgentId; name: string }

/**
 * Predicts a reception change with the server's own rule. The new owner's name is not part of the rule and must be
 * given.
 */
export function withReception(item: CustomerItem, cause: ReceptionCause, owner?: Owner): CustomerItem {
  const { receptionType, receptionEpoch, aiOffReason, autoEnableAt, agentId, archive } = item
  const before = {
    receptionType,
    receptionEpoch,
    aiOffReason,
    autoEnableAt: autoEnableAt === null ? null : new Date(autoEnableAt),
    agentId,
    archive,
  }
  const { state, hasChanged } = changeReception(before, cause)
  if (!hasChanged) return item
  const changed = {
    ...item,
    ...state,
    autoEnableAt: state.autoEnableAt?.toISOString() ?? null,
    enableAi: state.receptionType === 'ai_agent',
    ...(state.archive || state.agentId !== agentId ? NOT_POSTPONED : {}),
  }
  return state.agentId === agentId ? changed : withOwner(changed, owner?.agentId === state.agentId ? owner : null)
}

export const withOwner = (item: CustomerItem, owner: Owner | null): CustomerItem => ({
  ...item,
  agentId: owner?.agentId ?? null,
  agentName: owner?.name ?? null,
})

/** 稍后处理; null takes it back, or ends that the conversation stands first. */
export const withPostponed = (item: CustomerItem, until: string | null): CustomerItem => ({
  ...item,
  postponedUntil: until,
  returnedAt: until === null && item.postponedUntil === null ? null : item.returnedAt,
})

export const withSeatPart = (item: CustomerItem, part: Partial<Seat>): CustomerItem =>
  toItem(item, { ...seatOf(item), ...part })

/** Marks everything up to the newest message as read. */
export const withAllRead = (item: CustomerItem): CustomerItem =>
  withSeatPart(item, { readSeq: item.lastSeq, readInbound: item.inboundCount, markedUnread: false })
