import type { AiOffReason, ReceptionType } from '@ruwu/contract'

export const RECEPTION_TYPE_LABELS: Record<ReceptionType, string> = {
  ai_agent: 'AI 托管',
  workflow: '工作流',
  manual: '人工接待',
}

export const AI_OFF_REASON_LABELS: Record<AiOffReason, string> = {
  human_reply: '人工回复',
  agent_toggle: '手动关闭',
  handoff: '转人工',
  error: 'AI 异常',
  points: '积分用尽',
  channel_off: '账号切换为工作流/人工接待',
  schedule: '接待方案',
}
