import type { AssignMode, AssignRule } from '@ruwu/contract'

export const ASSIGN_MODE_LABELS: Record<AssignMode, string> = {
  manual: '手动领取',
  rotate: '轮流',
  idle: '空闲优先',
  familiar: '熟客优先',
  listed: '指定客服',
  tag: '按标签',
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
