import type { AgentId, TagId } from '@ruwu/contract'

/** 手动领取, 轮流, 空闲优先, 熟客优先, 指定客服, 按标签. */
const ASSIGN_MODES = ['manual', 'rotate', 'idle', 'familiar', 'listed', 'tag'] as const
export type AssignMode = (typeof ASSIGN_MODES)[number]

/** Assignment rule of a plan. */
export type AssignRule = {
  /** For 指定客服. */
  agentIds: AgentId[]
  /** For 按标签; the first that fits. */
  tagRows: { tagId: TagId; agentIds: AgentId[] }[]
  familiarDays: number
  waitWarnSec: number
  /** 超时回收; 0: never. */
  returnSec: number
  /** 排队话术; empty: none. */
  queueText: string
}

export const DEFAULT_ASSIGN_MODE: AssignMode = 'idle'

export const DEFAULT_ASSIGN_RULE: AssignRule = {
  agentIds: [],
  tagRows: [],
  familiarDays: 30,
  waitWarnSec: 60,
  returnSec: 300,
  queueText: '',
}

/** After 超时回收 the same agent is skipped for that customer this long. */
export const SKIP_MS = 10 * 60_000

/** Minimum interval of the queue-full notification to 主管. */
export const QUEUE_FULL_HINT_MS = 10 * 60_000
