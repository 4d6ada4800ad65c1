import type { AiOffReason, ReceptionType } from '@ruwu/contract'
import { RECEPTION_MODE_LABELS } from '../channel-setting.ts'
import type { ReceptionLine } from './reception-state.ts'

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

const RECEIVED_BY: Record<ReceptionType, string> = {
  ai_agent: '由 AI 接待',
  workflow: '由工作流接待',
  manual: '由人工接待',
}

const line =
  (kind: ReceptionLine['kind']) =>
  (text: string): ReceptionLine => ({ kind, text })
const reception = line('reception')

/** System lines of the thread, by change. */
export const receptionLines = {
  newSession: (type: ReceptionType) => reception(`新会话，${RECEIVED_BY[type]}`),
  newPeriod: (type: ReceptionType) => reception(`接待方案切换，${RECEIVED_BY[type]}`),
  aiOnBy: (name: string) => reception(`AI 托管已开启：${name} 手动开启`),
  aiOffBy: (name: string) => reception(`AI 托管已关闭：${name} 手动关闭`),
  aiOff: (reason: AiOffReason) => reception(`AI 托管已关闭：${AI_OFF_REASON_LABELS[reason]}`),
  aiOnByAccount: () => reception(`AI 托管已开启：账号切换为 ${RECEPTION_MODE_LABELS.open}`),
  aiOffForToday: () => reception('AI 托管已关闭：已达每日上限'),
  aiOffSuspended: () => reception('AI 托管已关闭：企业已暂停使用'),
  handoff: (why: string) => reception(why ? `AI 转人工：${why}` : 'AI 转人工'),
  aiBack: () => reception('AI 托管已恢复'),
  aiBackWithPoints: () => reception('AI 托管已恢复：积分可用'),
  aiNotBack: () => reception('AI 托管未恢复：当前时段由人工接待'),
  noReturn: (name: string) => reception(`AI 托管不再自动恢复：${name} 取消`),
  flowOnBy: (name: string) => reception(`工作流已开启：${name} 手动开启`),
  flowOn: (flowName: string) => reception(`工作流「${flowName}」已开始`),
  flowOffBy: (name: string) => reception(`工作流已结束：${name} 手动关闭`),
  flowOffByReply: () => reception(`工作流已结束：${AI_OFF_REASON_LABELS.human_reply}`),
  flowEnd: {
    handoff: () => reception('工作流已结束：转人工'),
    end: () => reception('工作流已结束'),
    error: () => reception('工作流已结束：运行异常'),
  },
  received: (name: string) => line('receive')(`${name} 接待了该客户`),
  assigned: (name: string) => line('receive')(`该客户已自动分配给 ${name}`),
  released: (name: string) => line('release')(`${name} 释放了该客户`),
  returned: (name: string) => line('release')(`${name} 超时未回复，该客户已放回未分配`),
  redirected: (from: string, to: string, reason: string) => line('redirect')(`${from} 将该客户转接给 ${to}：${reason}`),
  takenOver: (name: string, reason: string) => line('redirect')(`${name} 将该客户转接给自己：${reason}`),
  archived: (name: string) => line('archive')(`${name} 归档了该客户`),
  unarchived: (name: string) => line('archive')(`${name} 取消了归档`),
}
