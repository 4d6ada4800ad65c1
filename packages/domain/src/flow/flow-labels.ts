import {
  FLOW_LIMITS,
  type FlowAnswerKind,
  type FlowNode,
  type FlowNodeType,
  type FlowStatus,
  type FlowTrigger,
  type Permission,
} from '@ruwu/contract'
import { ACTION_PERMISSIONS } from '../automation/action.ts'

export const FLOW_STATUS_LABELS: Record<FlowStatus, string> = {
  draft: '草稿',
  published: '已发布',
  disabled: '已停用',
}

export const FLOW_NODE_LABELS: Record<FlowNodeType, string> = {
  start: '开始',
  send: '发送',
  ask: '提问',
  menu: '菜单',
  condition: '条件',
  ai: 'AI 回答',
  card: '发卡',
  tag: '打标签',
  field: '改字段',
  assign: '分配客服',
  wait: '等待',
  webhook: 'Webhook',
  jump: '跳转',
  handoff: '转人工',
  end: '结束',
}

/** Permission that who publishes a flow needs for its nodes, as if done by hand. */
export const FLOW_NODE_PERMISSIONS: Partial<Record<FlowNodeType, Permission>> = {
  send: ACTION_PERMISSIONS.send,
  ask: ACTION_PERMISSIONS.send,
  menu: ACTION_PERMISSIONS.send,
  ai: ACTION_PERMISSIONS.send,
  card: ACTION_PERMISSIONS.send,
  tag: ACTION_PERMISSIONS.add_tags,
  field: ACTION_PERMISSIONS.set_field,
  assign: ACTION_PERMISSIONS.assign,
  webhook: ACTION_PERMISSIONS.webhook,
}

export const FLOW_TRIGGER_LABELS: Record<FlowTrigger['type'], string> = {
  session_start: '会话开始',
  first_message: '首条消息',
  keyword: '关键词',
  tag: '标签变化',
  lead: '留资',
  manual: '手动切换',
}

/** The name a person gave; without one a start is called by its trigger, others by their kind. */
export function flowNodeTitle(node: FlowNode): string {
  if (node.name) return node.name
  return node.type === 'start' ? FLOW_TRIGGER_LABELS[node.data.trigger.type] : FLOW_NODE_LABELS[node.type]
}

export const FLOW_ANSWER_LABELS: Record<FlowAnswerKind, string> = {
  text: '文本',
  phone: '手机号',
  wechat: '微信',
  number: '数字',
  choice: '单选',
}

/** Labels of the exits whose names are fixed; an option or branch is labelled by its own text. */
export const FLOW_EXIT_LABELS = {
  next: '下一步',
  timeout: '超时',
  reply: '客户回复',
  failed: '失败',
  unmatched: '未匹配',
  else: '其它',
} as const

export const FLOW_TEXTS = {
  tooMany: `最多 ${FLOW_LIMITS.flows} 个工作流`,
  notPublishable: '工作流还有问题，修改后才能发布',
  notPublished: '工作流尚未发布',
  noSecret: '工作流没有已发布的 Webhook',
  none: '该账号没有可用的工作流',
  copyOf: (name: string) =>
    `${Array.from(name)
      .slice(0, FLOW_LIMITS.name - 3)
      .join('')} 副本`,
  versionOf: (name: string, version: number) => `${name} 版本 ${version}`,
  usedByPlan: (plan: string) => `接待方案「${plan}」正在使用该工作流`,
  usedByRule: (rule: string) => `规则「${rule}」正在使用该工作流`,
  rolledBack: (version: number) => `回滚到版本 ${version}`,
  testOver: '试运行已结束，请重新开始',
  testJudged: (times: number) => `已判断 ${times} 次意图，试运行停止`,
  notTriggered: '这句话不含关键词，不会开始该流程',
} as const

export const FLOW_OUTCOME_TEXTS = { handoff: '转人工，流程结束', end: '流程结束', error: '流程异常，转人工' } as const
