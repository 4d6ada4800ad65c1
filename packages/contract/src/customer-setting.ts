import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { AgentId, FieldId, Instant, StageId } from './ids.ts'
import { TagColor } from './tag.ts'
import { typedText } from './text.ts'

/** 文本, 数字, 日期, 单选, 多选, 手机号, 微信, 城市. */
export const FIELD_TYPES = ['text', 'number', 'date', 'single', 'multiple', 'phone', 'wechat', 'city'] as const
export const FieldType = z.enum(FIELD_TYPES)
export type FieldType = z.infer<typeof FieldType>

export const FIELD_LIMITS = { fields: 30, name: 10, options: 30, option: 20 } as const
export const STAGE_LIMITS = { stages: 10, name: 10 } as const
/** 未回复时长. */
export const UNANSWERED_MINUTES = { min: 1, max: 60 } as const
export const TRANSFER_REASON_LIMITS = { reasons: 20, text: 20 } as const

/** Texts that are unique in their list; the repeated one gets the message. */
const distinct = (texts: z.ZodType<string>, most: number, tooMany: string) =>
  z
    .array(texts)
    .max(most, tooMany)
    .superRefine((items, context) => {
      const repeated = items.findIndex((item, index) => items.indexOf(item) !== index)
      if (repeated >= 0) context.addIssue({ code: 'custom', path: [repeated], message: '与上面的重复' })
    })

const hasOptions = (type: FieldType) => type === 'single' || type === 'multiple'

/** What an administrator decides about a field, besides its type. */
export const FieldRules = z.strictObject({
  name: typedText(FIELD_LIMITS.name, `字段名称最多 ${FIELD_LIMITS.name} 个字`).min(1, '请输入字段名称'),
  /** Of single and multiple choices only. */
  options: distinct(
    typedText(FIELD_LIMITS.option, `选项最多 ${FIELD_LIMITS.option} 个字`).min(1, '请输入选项'),
    FIELD_LIMITS.options,
    `选项最多 ${FIELD_LIMITS.options} 个`,
  ),
  required: z.boolean(),
  /** 列表显示: the value stands in the customer's row of the list. */
  inList: z.boolean(),
  sensitive: z.boolean(),
  aiFill: z.boolean(),
  enabled: z.boolean(),
})
export type FieldRules = z.infer<typeof FieldRules>

export const NewField = FieldRules.extend({ type: FieldType }).superRefine(({ type, options }, context) => {
  if (hasOptions(type) === options.length > 0) return
  context.addIssue({ code: 'custom', path: ['options'], message: hasOptions(type) ? '请输入选项' : '该类型没有选项' })
})
export type NewField = z.infer<typeof NewField>

export const CustomerField = z.object({
  ...FieldRules.shape,
  id: FieldId,
  name: z.string(),
  type: FieldType,
  options: z.array(z.string()),
  position: z.int32(),
  version: z.int32(),
})
export type CustomerField = z.infer<typeof CustomerField>

export const Stage = z.object({ id: StageId, name: z.string(), color: TagColor, position: z.int32() })
export type Stage = z.infer<typeof Stage>

/** 手机号 or 微信 of a new lead is also written into this field; null: nowhere. */
const WriteTo = z.object({ phone: FieldId.nullable(), wechat: FieldId.nullable() })
const Dedupe = z.object({ phone: z.boolean(), wechat: z.boolean(), crossAccount: z.boolean() })

export const CustomerSetting = z.object({
  stages: z.array(Stage),
  dedupe: Dedupe,
  writeTo: WriteTo,
  overwrite: z.enum(['empty', 'always']),
  /** 联动: a lead that becomes 已加微 or 已成交 moves its customer forward to the stage of that name. */
  linkStage: z.boolean(),
  /** 手机号脱敏显示: agents without `customer:viewSensitive` see phone numbers masked. */
  maskPhone: z.boolean(),
  keepFamiliar: z.boolean(),
  transferReasons: z.array(z.string()),
  /** An open session counts as 未回复 once its customer has waited so long. */
  unansweredMinutes: z.int32(),
  /** 0 before the first change. */
  version: z.int32(),
})
export type CustomerSetting = z.infer<typeof CustomerSetting>

const UNANSWERED_TEXT = `未回复时长为 ${UNANSWERED_MINUTES.min} 到 ${UNANSWERED_MINUTES.max} 分钟`

/** In order; the first stage is where a customer starts. A stage without id is new. */
const StageInput = z.strictObject({
  id: StageId.optional(),
  name: typedText(STAGE_LIMITS.name, `阶段名称最多 ${STAGE_LIMITS.name} 个字`).min(1, '请输入阶段名称'),
  color: TagColor,
})

export const CustomerSettingFields = z.strictObject({
  stages: z
    .array(StageInput)
    .min(1, '至少保留一个阶段')
    .max(STAGE_LIMITS.stages, `阶段最多 ${STAGE_LIMITS.stages} 个`)
    .superRefine((stages, context) => {
      const repeated = stages.findIndex(
        ({ id, name }, index) => stages.findIndex((other) => other.name === name || (id && other.id === id)) !== index,
      )
      if (repeated >= 0) context.addIssue({ code: 'custom', path: [repeated, 'name'], message: '与上面的重复' })
    }),
  dedupe: Dedupe,
  writeTo: WriteTo,
  overwrite: z.enum(['empty', 'always']),
  linkStage: z.boolean(),
  maskPhone: z.boolean(),
  keepFamiliar: z.boolean(),
  transferReasons: distinct(
    typedText(TRANSFER_REASON_LIMITS.text, `转接原因最多 ${TRANSFER_REASON_LIMITS.text} 个字`).min(1, '请输入转接原因'),
    TRANSFER_REASON_LIMITS.reasons,
    `转接原因最多 ${TRANSFER_REASON_LIMITS.reasons} 个`,
  ).refine((reasons) => reasons.length > 0, '至少保留一个转接原因'),
  unansweredMinutes: z
    .int32(UNANSWERED_TEXT)
    .min(UNANSWERED_MINUTES.min, UNANSWERED_TEXT)
    .max(UNANSWERED_MINUTES.max, UNANSWERED_TEXT),
})
export type CustomerSettingFields = z.infer<typeof CustomerSettingFields>

export const customerSettingApi = {
  get: endpoint({
    method: 'GET',
    path: '/v1/customer/setting',
    access: 'login',
    summary: '客户设置',
    data: CustomerSetting,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/v1/customer/setting',
    access: 'enterprise:settingsEdit',
    summary: '修改客户设置',
    body: CustomerSettingFields.extend({ version: z.int32() }),
    data: CustomerSetting,
    errors: ['notFound', 'stale', 'refused'],
    audit: ['customerSetting.edit'],
  }),
  listFields: endpoint({
    method: 'POST',
    path: '/v1/customer-field/list',
    isRead: true,
    access: 'login',
    summary: '客户字段',
    data: z.array(CustomerField),
  }),
  createField: endpoint({
    method: 'POST',
    path: '/v1/customer-field/create',
    access: 'enterprise:settingsEdit',
    summary: '新建客户字段',
    body: NewField,
    data: CustomerField,
    errors: ['refused'],
    audit: ['customerField.create'],
  }),
  updateField: endpoint({
    method: 'PUT',
    path: '/v1/customer-field/update',
    access: 'enterprise:settingsEdit',
    summary: '修改客户字段，类型除外',
    body: FieldRules.extend({ id: FieldId, version: z.int32() }),
    data: CustomerField,
    errors: ['notFound', 'stale'],
    audit: ['customerField.edit'],
  }),
  moveField: endpoint({
    method: 'POST',
    path: '/v1/customer-field/move',
    access: 'enterprise:settingsEdit',
    summary: '调整客户字段的顺序',
    body: z.strictObject({ id: FieldId, targetPosition: z.int32().min(0) }),
    data: z.array(CustomerField),
    errors: ['notFound'],
  }),
}

/** To all agents: the setting or the fields changed; open consoles fetch them again. */
export const CustomerSettingEvent = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('customer_setting_change'),
    /** What is masked changed: customers, leads and threads are fetched again too. */
    customersToo: z.boolean().optional(),
    at: Instant,
    operatorId: AgentId.nullable(),
  }),
])
export type CustomerSettingEvent = z.infer<typeof CustomerSettingEvent>
