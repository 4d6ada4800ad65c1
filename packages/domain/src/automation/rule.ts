import type {
  ActionResult,
  AutomationAction,
  RuleEvent,
  RuleEventType,
  RuleFields,
  RuleStatus,
  RuleTemplateId,
} from '@ruwu/contract'
import { RULE_LIMITS } from '@ruwu/contract'
import { minutesText } from './action.ts'

export const RULE_EVENT_LABELS: Record<RuleEventType, string> = {
  first_enter: '客户首次进线',
  message_in: '收到消息',
  message_out: '发出消息',
  owner_change: '归属变化',
  tag_change: '标签变化',
  archive: '归档',
  unarchive: '取消归档',
  ai_on: 'AI 开启',
  ai_off: 'AI 关闭',
  handoff: '转人工',
  lead: '留资',
  wechat_copy: '复制微信',
  send_failed: '发送失败',
  agent_silent: '客服 N 分钟未回复',
  customer_silent: '客户 N 分钟未回复',
}

export const ruleEventText = ({ type, minutes }: RuleEvent): string =>
  minutes === undefined
    ? RULE_EVENT_LABELS[type]
    : `${type === 'agent_silent' ? '客服' : '客户'} ${minutesText(minutes)}未回复`

export const RULE_STATUS_LABELS: Record<RuleStatus, string> = {
  draft: '草稿',
  on: '启用',
  off: '停用',
  stopped: '异常已停',
}

export const ACTION_RESULT_LABELS: Record<ActionResult, string> = {
  done: '成功',
  skipped: '未执行',
  blocked: '已拦截',
  failed: '失败',
}

/** Consecutive failed runs after which a rule stops by itself. */
export const RULE_FAILURES_MAX = 10
/** An event that a rule's action caused can fire further rules so often in a row. */
export const RULE_CHAIN_MAX = 3
/** Events that no person caused fire a rule so often for a customer who has not written since: a loop through other automation ends. */
export const RULE_REPEATS_MAX = 5

/** Calls of a Webhook action before it has failed, and the pause after a failed one. */
export const WEBHOOK_ACTION_CALLS = 3
export const WEBHOOK_ACTION_PAUSE_MS = 30_000

export const RULE_TEXTS = {
  tooMany: `最多 ${RULE_LIMITS.rules} 条规则`,
  tooManyPatterns: `全部规则最多 ${RULE_LIMITS.patterns} 个正则表达式`,
  badPattern: '正则表达式不正确或过于复杂',
  notAllowed: (action: string) => `您没有「${action}」所需的权限`,
  gone: (what: string) => `所选${what}不存在或已删除`,
  stopped: (name: string) => `规则「${name}」连续 ${RULE_FAILURES_MAX} 次执行失败，已自动停用`,
  off: '规则已停用',
  replied: '客户已回复，后续动作不再执行',
  erased: '客户不存在或已删除',
  interrupted: '多次中断',
  anyRule: '规则',
  dropped: '多次处理失败，事件已放弃',
  noAccount: '请先添加渠道账号',
  noRule: '请选择规则',
} as const

/** Of several outcomes the gravest. */
export function worstResult(results: readonly ActionResult[]): ActionResult {
  const order: readonly ActionResult[] = ['failed', 'blocked', 'done', 'skipped']
  return order.find((each) => results.includes(each)) ?? 'done'
}

/** Consecutive failures after a run: a success ends the series, a message held back by the guard changes nothing. */
export const failuresAfter = (before: number, result: ActionResult): number =>
  result === 'failed' ? before + 1 : result === 'done' ? 0 : before

const text = (...words: string[]) => ({ type: 'text' as const, match: 'contains' as const, words })
const send = (message: string): AutomationAction => ({ type: 'send', params: { type: 'text', text: message } })

type Template = Pick<RuleFields, 'name' | 'event' | 'conditions' | 'actions'> & {
  id: RuleTemplateId
  hint: string
  intervalMinutes?: number
}

const HOUR = 60
const DAY = 24 * HOUR

/** Beginnings of rules; what an enterprise has to choose itself (tags, agents) is left open. */
export const RULE_TEMPLATES: readonly Template[] = [
  {
    id: 'keyword',
    name: '关键词自动回复',
    hint: '客户问到关键词时，自动回复一段话',
    event: { type: 'message_in' },
    // The AI answers its customers itself.
    conditions: { op: 'all', items: [text('价格', '多少钱', '报价'), { type: 'reception', values: ['manual'] }] },
    intervalMinutes: HOUR,
    actions: [send('{客户昵称}您好，报价会根据具体需求来定，方便说一下您的需求吗？')],
  },
  {
    id: 'overdue',
    name: '超时提醒',
    hint: '客服 5 分钟没有回复客户时，提醒归属客服',
    event: { type: 'agent_silent', minutes: 5 },
    conditions: { op: 'all', items: [{ type: 'reception', values: ['manual'] }] },
    actions: [{ type: 'notify', params: { agentIds: [], text: '客户等待回复已超过 5 分钟' } }],
  },
  {
    id: 'keywordTag',
    name: '关键词打标',
    hint: '按客户说的话打上标签',
    event: { type: 'message_in' },
    conditions: { op: 'all', items: [text('预约', '到店', '看样')] },
    actions: [{ type: 'add_tags', params: { tagIds: [] } }],
  },
  {
    id: 'leadAssign',
    name: '留资后分配',
    hint: '客户留下联系方式后，分配给指定客服',
    event: { type: 'lead' },
    conditions: { op: 'all', items: [{ type: 'owner', match: 'none', agentIds: [] }] },
    actions: [{ type: 'assign', params: { to: 'agents', agentIds: [] } }],
  },
  {
    id: 'offHours',
    name: '非工作时间回复',
    hint: '下班后收到消息时，告诉客户什么时候会回复，9 小时内只说一次',
    event: { type: 'message_in' },
    conditions: {
      op: 'all',
      items: [
        { type: 'time', days: [], from: 18 * 60, to: 9 * 60 },
        { type: 'reception', values: ['manual'] },
      ],
    },
    // Once in an evening, also for somebody who wrote in the morning before.
    intervalMinutes: 9 * HOUR,
    actions: [send('您好，客服的工作时间是 9:00–18:00，上班后会第一时间回复您。')],
  },
  {
    id: 'ad',
    name: '广告进线优先',
    hint: '广告带来的客户打上标签并分配给指定客服',
    event: { type: 'first_enter' },
    conditions: { op: 'all', items: [{ type: 'ad', value: true }] },
    actions: [
      { type: 'add_tags', params: { tagIds: [] } },
      { type: 'assign', params: { to: 'agents', agentIds: [] } },
    ],
  },
  {
    id: 'silence',
    name: '沉默归档',
    hint: '客户 3 天没有回复时，自动归档',
    event: { type: 'customer_silent', minutes: 3 * DAY },
    conditions: { op: 'all', items: [] },
    actions: [{ type: 'archive', params: {} }],
  },
]
