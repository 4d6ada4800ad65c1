import type { ActionType, AutomationAction, Permission } from '@ruwu/contract'

export const ACTION_LABELS: Record<ActionType, string> = {
  send: '发消息',
  add_tags: '打标签',
  remove_tags: '去标签',
  assign: '分配给',
  release: '释放',
  ai_on: '开启 AI',
  ai_off: '关闭 AI',
  workflow: '切换工作流',
  archive: '归档',
  set_field: '修改字段',
  note: '内部备注',
  notify: '通知客服',
  webhook: 'Webhook',
  wait: '等待',
}

/** Permission that the author of an automation needs for an action, as if done by hand. */
export const ACTION_PERMISSIONS: Record<ActionType, Permission> = {
  send: 'im:replyCustomer',
  add_tags: 'im:editCustomerInfo',
  remove_tags: 'im:editCustomerInfo',
  assign: 'im:manageCustomerTransfer',
  release: 'im:manageCustomerTransfer',
  ai_on: 'im:editCustomerInfo',
  ai_off: 'im:editCustomerInfo',
  workflow: 'im:editCustomerInfo',
  archive: 'im:editCustomerInfo',
  set_field: 'im:editCustomerInfo',
  note: 'im:replyCustomer',
  notify: 'automation:edit',
  webhook: 'enterprise:settingsEdit',
  wait: 'automation:edit',
}

const HOUR = 60
const DAY = 24 * HOUR

/** 90 → 1 小时 30 分钟. */
export function minutesText(minutes: number): string {
  const parts = [
    [Math.floor(minutes / DAY), '天'],
    [Math.floor((minutes % DAY) / HOUR), '小时'],
    [minutes % HOUR, '分钟'],
  ] as const
  return parts
    .filter(([n]) => n > 0)
    .map(([n, unit]) => `${n} ${unit}`)
    .join(' ')
}

const TEXT_SHOWN = 20
const cut = (text: string) => (text.length > TEXT_SHOWN ? `${text.slice(0, TEXT_SHOWN)}…` : text)

/** An action in a few words, where the names of what it refers to are not at hand. */
export function actionText({ type, params }: AutomationAction): string {
  switch (type) {
    case 'send':
      if (params.type === 'text') return `发消息「${cut(params.text)}」`
      return params.type === 'image' ? '发图片' : '发卡片'
    case 'add_tags':
    case 'remove_tags':
      return `${ACTION_LABELS[type]} ${params.tagIds.length} 个`
    case 'assign':
      return params.to === 'former' ? '分配给原客服' : `分配给 ${params.agentIds.length} 位客服`
    case 'note':
      return `内部备注「${cut(params.text)}」`
    case 'notify':
      return `通知客服「${cut(params.text)}」`
    case 'wait':
      return `等待 ${minutesText(params.minutes)}`
    case 'release':
    case 'ai_on':
    case 'ai_off':
    case 'workflow':
    case 'archive':
    case 'set_field':
    case 'webhook':
      return ACTION_LABELS[type]
  }
}
