import type { AuditAction, AuditEntry, AuditLogFilter } from '@ruwu/contract'
import { deviceName } from './device-name.ts'
import { filterText, periodText } from './export.ts'
import { maskContacts } from './lead/index.ts'

/** Entries older than this are deleted. */
export const AUDIT_DAYS = 365

export const AUDIT_LABELS: Record<AuditAction, string> = {
  'auth.login': '登录',
  'auth.loginFailed': '登录失败',
  'auth.locked': '登录失败次数过多',
  'auth.logout': '退出登录',
  'auth.endSession': '退出其它设备',
  'totp.enable': '开启两步验证',
  'totp.disable': '关闭两步验证',
  'totp.renewCodes': '重新生成恢复码',
  'totp.recoveryUsed': '使用恢复码',
  'totp.reset': '重置两步验证',
  'enterprise.register': '注册企业',
  'certify.submit': '提交企业认证',
  'certify.review': '审核企业认证',
  'agent.create': '新建客服',
  'enterprise.edit': '修改企业信息',
  'enterprise.close': '注销企业',
  'enterprise.keep': '撤销注销企业',
  'enterprise.suspend': '暂停企业',
  'enterprise.resume': '恢复企业',
  'agent.edit': '修改客服',
  'agent.enable': '启用客服',
  'agent.disable': '停用客服',
  'agent.changePassword': '修改自己的密码',
  'agent.resetPassword': '重置客服密码',
  'agent.forceOffline': '强制下线',
  'role.create': '新建角色',
  'role.edit': '修改角色',
  'role.remove': '删除角色',
  'role.requireTotp': '设置角色的两步验证',
  'channel.bind': '绑定渠道账号',
  'channel.unbind': '解绑渠道账号',
  'channel.receptionMode': '切换接待模式',
  'channel.setting': '修改账号设置',
  'channel.copyConfig': '复制账号配置',
  'cardRule.remove': '删除发卡规则',
  'customerSetting.edit': '修改客户设置',
  'customerField.create': '新建客户字段',
  'customerField.edit': '修改客户字段',
  'automation.followUp': '修改沉默跟进',
  'receptionPlan.create': '新建接待方案',
  'receptionPlan.edit': '修改接待方案',
  'receptionPlan.remove': '删除接待方案',
  'automation.comment': '修改意向评论',
  'automation.autoArchive': '修改自动归档',
  'automation.leadPush': '修改线索推送',
  'automation.global': '修改自动化全局设置',
  'automation.pause': '暂停所有自动化',
  'automation.resume': '恢复自动化',
  'bannedWord.create': '新建违禁词',
  'bannedWord.edit': '修改违禁词',
  'bannedWord.builtin': '启用或停用内置违禁词',
  'bannedWord.remove': '删除违禁词',
  'bannedWord.import': '导入违禁词',
  'bannedWord.export': '导出违禁词',
  'automationRule.create': '新建规则',
  'automationRule.edit': '修改规则',
  'automationRule.enable': '启用或停用规则',
  'automationRule.remove': '删除规则',
  'flow.create': '新建工作流',
  'flow.publish': '发布工作流',
  'flow.disable': '停用或启用工作流',
  'flow.remove': '删除工作流',
  'flow.rollback': '回滚工作流',
  'flow.renewSecret': '更换工作流密钥',
  'automationTemplate.edit': '修改自动化模板',
  'automationTemplate.reset': '恢复内置模板',
  'modelSetting.save': '修改模型接入',
  'points.setting': '修改积分设置',
  'points.recharge': '充值',
  'points.grant': '赠送积分',
  'points.take': '扣减积分',
  'order.create': '提交订单',
  'order.cancel': '取消订单',
  'order.proof': '上传转账回单',
  'order.confirm': '确认对公转账',
  'order.refuseProof': '退回转账回单',
  'order.refund': '退款',
  'order.requestInvoice': '申请发票',
  'order.refuseInvoice': '退回发票申请',
  'order.issueInvoice': '开具发票',
  'order.reverseInvoice': '红冲发票',
  'notifySetting.update': '修改会话提醒',
  'home.dailyPush': '修改日报推送',
  'quickReply.saveGroup': '修改快捷回复分组',
  'quickReply.removeGroup': '删除快捷回复分组',
  'quickReply.save': '修改企业快捷回复',
  'quickReply.remove': '删除企业快捷回复',
  'quickReply.import': '导入企业快捷回复',
  'quickReply.export': '导出快捷回复',
  'oauth.allow': '授权应用',
  'oauth.revoke': '撤销应用授权',
  'webhook.create': '新建 Webhook 订阅',
  'webhook.edit': '修改 Webhook 订阅',
  'webhook.renewSecret': '更换 Webhook 密钥',
  'webhook.remove': '删除 Webhook 订阅',
  'tag.create': '新建标签',
  'tag.edit': '修改标签',
  'tag.remove': '删除标签',
  'tag.merge': '合并标签',
  'tag.import': '导入标签',
  'tagGroup.create': '新建标签分组',
  'tagGroup.edit': '修改标签分组',
  'tagGroup.remove': '删除标签分组',
  'message.confirmWarning': '确认合规提醒后发送',
  'message.copy': '复制含联系方式的消息',
  'lead.copy': '复制联系方式',
  'export.create': '导出数据',
  'export.download': '下载导出文件',
  'personalData.export': '导出客户个人信息',
  'personalData.erase': '删除客户个人信息',
}

export const auditLabel = (action: string): string =>
  (AUDIT_LABELS as Partial<Record<string, string>>)[action] ?? action

/** Names of the recorded fields. */
export const AUDIT_FIELDS = {
  name: '名称',
  shortName: '简称',
  logo: '企业标志',
  industry: '行业',
  scale: '规模',
  region: '地区',
  contact: '联系人',
  phone: '联系电话',
  timezone: '时区',
  watermark: '页面水印',
  retentionDays: '会话保留天数',
  stages: '阶段',
  dedupe: '线索去重',
  writeTo: '自动写入字段',
  overwrite: '覆盖策略',
  linkStage: '阶段联动',
  maskPhone: '手机号脱敏显示',
  keepFamiliar: '释放后保留熟客',
  transferReasons: '转接原因',
  type: '类型',
  options: '选项',
  required: '必填',
  sensitive: '敏感',
  inList: '列表显示',
  aiFill: 'AI 自动填充',
  telephone: '手机号',
  avatar: '头像',
  role: '角色',
  description: '说明',
  permissions: '权限',
  customerScope: '客户范围',
  accountScope: '渠道账号范围',
  limit: '接待上限',
  handover: '客户交接给',
  movedTo: '成员移至',
  mode: '使用',
  baseUrl: '接口地址',
  url: '地址',
  subscribed: '订阅事件',
  key: '密钥',
  model: '模型名',
  embeddingModel: '向量模型',
  timeoutSec: '超时（秒）',
  allowsContacts: '允许模型读取联系方式',
  notifyAgents: '通知人',
  dailyCap: '每日积分上限',
  usedUpReply: '用尽后自动回复',
  points: '积分',
  amount: '金额',
  discount: '优惠',
  couponCode: '优惠码',
  outcome: '结果',
  transactionId: '流水号',
  invoiceTitle: '发票抬头',
  taxNo: '税号',
  invoiceNumber: '发票号码',
  enabled: '启用',
  steps: '跟进步骤',
  days: '无消息天数',
  keywords: '关键词',
  reply: '评论回复',
  guide: '引导私信',
  targets: '推送目标',
  fields: '推送内容',
  masked: '联系方式脱敏',
  dailyMax: '每客户每日自动消息上限',
  quiet: '免打扰',
  scopes: '授予的权限',
  agent: '客服',
  receptionMode: '接待模式',
  affected: '影响客户数',
  parts: '内容',
  from: '来自',
  events: '提醒事件',
  soundName: '提示音',
  volume: '音量',
  repeat: '重复提醒',
  onlyBackground: '仅窗口不在前台时提醒',
  color: '颜色',
  group: '分组',
  single: '单选',
  mergedInto: '合并到',
  rule: '自动打标',
  aiPrompt: 'AI 判断',
  customer: '客户',
  warning: '提醒',
  reason: '原因',
  device: '设备',
  content: '正文',
  code: '快捷码',
  sources: '适用来源',
  count: '条数',
  overwritten: '覆盖条数',
  format: '格式',
  word: '违禁词',
  match: '匹配',
  level: '级别',
  replaceWith: '替换为',
  source: '来源',
  category: '分类',
  filter: '条件',
  requiresTotp: '必须开启两步验证',
  recoveryLeft: '剩余恢复码',
  status: '状态',
  subjectName: '主体名称',
  creditCode: '统一社会信用代码',
  accounts: '适用账号',
  schedule: '时间表',
  holidays: '节假日',
  assignMode: '分配方式',
  welcome: '欢迎语',
  offText: '非人工时段话术',
  closing: '结束语',
} as const

export type AuditField = keyof typeof AUDIT_FIELDS
export type AuditValues = Partial<Record<AuditField, unknown>>

export const auditFieldLabel = (field: string): string =>
  (AUDIT_FIELDS as Partial<Record<string, string>>)[field] ?? field

/** Entries without an agent are the operator's. */
export const auditAgentName = ({ agentName }: Pick<AuditEntry, 'agentName'>): string => agentName || '运维'

export type ShownChange = { label: string; before: string | undefined; after: string }

/** Old and new value of every changed field. A device is shown by name: its whole header is of no use to people. */
export const shownChanges = ({ before, after }: Pick<AuditEntry, 'before' | 'after'>): ShownChange[] =>
  Object.keys({ ...before, ...after }).map((field) => ({
    label: auditFieldLabel(field),
    before: before[field],
    after: field === 'device' ? deviceName(after[field] ?? '') : after[field] || '（空）',
  }))

/** The same in one text, a field a line. */
export const changesText = (entry: Pick<AuditEntry, 'before' | 'after'>): string =>
  shownChanges(entry)
    .map(({ label, before, after }) => `${label}：${before === undefined ? '' : `${before} → `}${after}`)
    .join('\n')

export const auditFilterText = (
  { action, from, to, keyword }: AuditLogFilter,
  agentName: string | undefined,
  timeZone: string,
): string =>
  filterText({
    客服: agentName,
    动作: action && auditLabel(action),
    日期: periodText(from, to, timeZone),
    关键词: keyword,
  })

/** A change of these is recorded, their value never. */
const SECRETS: ReadonlySet<string> = new Set<AuditField>(['key'])
const SECRET_STARS = '******'

const VALUE_MAX = 300
const CHANGED = '（已更改）'

/** The fields that differ, as masked texts. */
export function auditChange(before: AuditValues = {}, after: AuditValues = {}) {
  const changed = Object.keys({ ...before, ...after }).filter(
    (field) => plainText(before[field as AuditField]) !== plainText(after[field as AuditField]),
  )
  const recorded = (values: AuditValues): Record<string, string> =>
    Object.fromEntries(
      changed
        .map((field) => [field, recordedText(field, values[field as AuditField])] as const)
        .filter(([, text]) => text !== ''),
    )
  const [old, fresh] = [recorded(before), recorded(after)]
  // Masked and cut, two values may look the same.
  for (const [field, text] of Object.entries(fresh)) if (old[field] === text) fresh[field] = text + CHANGED
  return { before: old, after: fresh }
}

function recordedText(field: string, value: unknown): string {
  const text = plainText(value)
  if (SECRETS.has(field)) return text && SECRET_STARS
  // Masked before it is cut: half a number is no longer found.
  return maskContacts(text.slice(0, 2 * VALUE_MAX)).slice(0, VALUE_MAX)
}

function plainText(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return value ? '是' : '否'
  if (Array.isArray(value)) return value.map(plainText).join('、')
  if (typeof value === 'string' || typeof value === 'number') return String(value)
  // Sorted: jsonb gives its keys back in another order.
  return Object.entries(value)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([, part]) => plainText(part))
    .join(' ')
}
