import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { FieldId, StageId } from './ids.ts'

/** 文本, 数字, 日期, 单选, 多选, 手机号, 微信, 城市. */
export const FIELD_TYPES = ['text', 'number', 'date', 'single', 'multiple', 'phone', 'wechat', 'city'] as const
export const FieldType = z.enum(FIELD_TYPES)
export type FieldType = z.infer<typeof FieldType>

export const CustomerField = z.object({
  id: FieldId,
  name: z.string(),
  type: FieldType,
  options: z.array(z.string()),
  required: z.boolean(),
  inList: z.boolean(),
  sensitive: z.boolean(),
  aiFill: z.boolean(),
  enabled: z.boolean(),
  position: z.int32(),
})
export type CustomerField = z.infer<typeof CustomerField>

export const Stage = z.object({ id: StageId, name: z.string(), color: z.string(), position: z.int32() })
export type Stage = z.infer<typeof Stage>

export const CustomerSetting = z.object({
  stages: z.array(Stage),
  dedupe: z.object({ phone: z.boolean(), wechat: z.boolean(), crossAccount: z.boolean() }),
  writeTo: z.object({ phone: FieldId.nullable(), wechat: FieldId.nullable() }),
  overwrite: z.enum(['empty', 'always']),
  maskPhone: z.boolean(),
  keepFamiliar: z.boolean(),
  transferReasons: z.array(z.string()),
  unansweredMinutes: z.int32(),
})
export type CustomerSetting = z.infer<typeof CustomerSetting>

export const customerSettingApi = {
  get: endpoint({
    method: 'GET',
    path: '/v1/customer/setting',
    access: 'login',
    summary: '客户设置',
    data: CustomerSetting,
  }),
  listFields: endpoint({
    method: 'POST',
    path: '/v1/customer-field/list',
    isRead: true,
    access: 'login',
    summary: '客户字段',
    data: z.array(CustomerField),
  }),
}
