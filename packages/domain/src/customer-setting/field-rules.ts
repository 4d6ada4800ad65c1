import type { CustomerField, FieldType } from '@ruwu/contract'

export const FIELD_TYPE_LABELS: Record<FieldType, string> = {
  text: '文本',
  number: '数字',
  date: '日期',
  single: '单选',
  multiple: '多选',
  phone: '手机号',
  wechat: '微信',
  city: '城市',
}

/** Fields every customer has; they can't be changed, and no own field takes their name. */
export const SYSTEM_FIELDS = [
  '备注名',
  '城市',
  '国家/地区',
  '来源账号',
  '来源内容',
  '首次进线',
  '最近进线',
  '阶段',
  '标签',
] as const

/** Why a field can't have this name; undefined: it can. `others` are the names of the other own fields. */
export function fieldNameProblem(name: string, others: readonly string[]): string | undefined {
  if ((SYSTEM_FIELDS as readonly string[]).includes(name)) return '与系统字段重名'
  return others.includes(name) ? '字段名称已存在' : undefined
}

/** 列表显示. */
export const showsInList = ({ inList, enabled }: Pick<CustomerField, 'inList' | 'enabled'>) => inList && enabled

/** Whether contacts of a kind may be written into a field. */
export const takesContact = (kind: 'phone' | 'wechat', { type, enabled }: Pick<CustomerField, 'type' | 'enabled'>) =>
  enabled && (type === kind || type === 'text')
