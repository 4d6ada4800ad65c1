import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { AgentId, EntId, Instant } from './ids.ts'
import { PasswordDigest } from './auth.ts'
import { typedText } from './text.ts'

export const DICT_TYPES = ['industry', 'scale', 'region'] as const
export const DictType = z.enum(DICT_TYPES)
export type DictType = z.infer<typeof DictType>

const Dict = z.object({ type: DictType, items: z.array(z.object({ value: z.string(), label: z.string() })) })
export type Dict = z.infer<typeof Dict>

export const LOGO_MAX_BYTES = 2 * 1024 * 1024

/** A mobile, a landline with area code, or a 400 number. */
const CONTACT_PHONE = /^(?:1[3-9]\d{9}|0\d{2,3}-?\d{7,8}|400-?\d{3}-?\d{4})?$/

function isTimeZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en-US', { timeZone: name }))
  } catch {
    return false
  }
}

export const TimeZone = typedText(60, '请选择时区').refine(isTimeZone, '请选择时区')

/** 数据保留: days after which the messages of a conversation are deleted. */
export const RETENTION_DAYS = { min: 90, max: 3_650, default: 1_095 } as const
/** Messages that go by a shorter period are counted up to this. */
export const OLD_MESSAGES_MAX = 100_000
const RETENTION_REFUSED = `保留天数为 ${RETENTION_DAYS.min} 到 ${RETENTION_DAYS.max} 的整数`
const RetentionDays = z
  .int(RETENTION_REFUSED)
  .min(RETENTION_DAYS.min, RETENTION_REFUSED)
  .max(RETENTION_DAYS.max, RETENTION_REFUSED)

const DictValue = typedText(40, '请选择列表中的选项')

export const EnterpriseFields = z.strictObject({
  /** Address of an uploaded picture; empty: none. */
  logo: typedText(500, '图片地址过长'),
  name: typedText(50, '企业名称为 2 到 50 个字').min(2, '企业名称为 2 到 50 个字'),
  shortName: typedText(10, '简称最多 10 个字'),
  industry: DictValue,
  scale: DictValue,
  region: DictValue,
  contact: typedText(20, '联系人最多 20 个字'),
  phone: typedText(20, '联系电话格式不正确').regex(CONTACT_PHONE, '联系电话格式不正确'),
  timezone: TimeZone,
  /** 页面水印: every page carries the agent's name and the last 4 digits of the telephone. */
  watermark: z.boolean(),
  retentionDays: RetentionDays,
})
export type EnterpriseFields = z.infer<typeof EnterpriseFields>

export const Enterprise = z.object({
  ...EnterpriseFields.shape,
  /** As stored: an enterprise may be older than the rules above. */
  name: z.string(),
  timezone: z.string(),
  entId: EntId,
  /** 注销: everything is deleted then, unless it is undone; null: the enterprise stays. */
  closesAt: Instant.nullable(),
  /** 暂停所有自动化: since when; null: not paused. */
  automationPausedAt: Instant.nullable(),
  /** 认证 is passed: the name is fixed and the limits are lifted. */
  isCertified: z.boolean(),
  createdAt: Instant,
  version: z.int32(),
  updatedBy: AgentId.nullable(),
  updatedAt: Instant.nullable(),
})
export type Enterprise = z.infer<typeof Enterprise>

export const enterpriseApi = {
  detail: endpoint({
    method: 'GET',
    path: '/v1/ent/enterprise/detail',
    access: 'login',
    summary: '企业信息',
    data: Enterprise,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/v1/ent/enterprise/update',
    access: 'enterprise:settingsEdit',
    summary: '修改企业信息',
    body: EnterpriseFields.extend({ version: z.int32() }),
    data: Enterprise,
    errors: ['stale'],
    audit: ['enterprise.edit'],
  }),
  close: endpoint({
    method: 'POST',
    path: '/v1/ent/enterprise/close',
    access: 'enterprise:settingsEdit',
    summary: '注销企业：仅管理员，需密码和企业名称；7 天内可以撤销',
    body: z.object({ password: PasswordDigest, name: typedText(200, '名称过长') }),
    data: Enterprise,
    errors: ['refused'],
    audit: ['enterprise.close'],
  }),
  keep: endpoint({
    method: 'POST',
    path: '/v1/ent/enterprise/close/cancel',
    access: 'enterprise:settingsEdit',
    summary: '撤销注销企业，仅管理员',
    data: Enterprise,
    errors: ['refused'],
    audit: ['enterprise.keep'],
  }),
  /** Asked before a shorter period is saved. */
  countOld: endpoint({
    method: 'POST',
    path: '/v1/ent/enterprise/retention/count',
    isRead: true,
    access: 'enterprise:settingsEdit',
    summary: '按某个保留天数会删除的消息数',
    body: z.object({ days: RetentionDays }),
    /** At most one more than `OLD_MESSAGES_MAX`; null: they could not be counted in time. */
    data: z.object({ messages: z.int().nullable() }),
  }),
  listDicts: endpoint({
    method: 'POST',
    path: '/v1/ent/dict/list',
    isRead: true,
    access: 'login',
    summary: '行业、规模、地区的选项',
    body: z.object({ types: z.array(DictType).min(1).max(DICT_TYPES.length) }),
    data: z.array(Dict),
  }),
  /** Null until a channel account was bound once. */
  hasSuccessBound: endpoint({
    method: 'GET',
    path: '/v1/ent/enterprise/has-success-bound',
    access: 'login',
    summary: '企业是否绑定过渠道账号',
    data: z.object({ boundAt: Instant }).nullable(),
  }),
}

/** To all agents of the enterprise. */
export const EnterpriseEvent = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('enterprise_change'),
    enterprise: Enterprise,
    at: Instant,
    operatorId: AgentId.nullable(),
  }),
])
export type EnterpriseEvent = z.infer<typeof EnterpriseEvent>
