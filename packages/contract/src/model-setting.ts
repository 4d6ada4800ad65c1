import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { typedText } from './text.ts'

/** 平台默认: our own engine or the operator's model. 自有模型: the enterprise's. */
export const MODEL_MODES = ['default', 'own'] as const

const Timeout = z.int32('超时为 5 到 60 秒').min(5, '超时为 5 到 60 秒').max(60, '超时为 5 到 60 秒')

const Fields = z.object({
  mode: z.enum(MODEL_MODES),
  baseUrl: typedText(500, '接口地址过长'),
  model: typedText(100, '模型名过长'),
  embeddingModel: typedText(100, '向量模型名过长'),
  timeoutSec: Timeout,
  /** 允许模型读取联系方式; otherwise customers' contacts are masked before any model sees them. */
  allowsContacts: z.boolean(),
})

export const ModelSetting = Fields.extend({
  /** The last four characters of the key; empty without one. The key itself never leaves the server. */
  keyTail: z.string(),
  /** Whether 平台默认 means a model of the operator rather than our own engine. */
  hasOperatorModel: z.boolean(),
  /** Embedding progress over the knowledge and the blocking problem; null without an embedding model. */
  vectors: z.object({ ready: z.int32(), total: z.int32(), problem: z.string() }).nullable(),
  version: z.int32(),
})
export type ModelSetting = z.infer<typeof ModelSetting>

/** Omitted: the stored key stays. */
const Key = typedText(500, '密钥过长').optional()

export const modelSettingApi = {
  get: endpoint({
    method: 'GET',
    path: '/v1/ent/model/setting',
    access: 'enterprise:settingsEdit',
    summary: '模型接入',
    data: ModelSetting,
  }),
  save: endpoint({
    method: 'PUT',
    path: '/v1/ent/model/setting',
    access: 'enterprise:settingsEdit',
    summary: '保存模型接入',
    audit: ['modelSetting.save'],
    body: Fields.extend({ key: Key, version: z.int32() }),
    data: ModelSetting,
    errors: ['stale', 'refused'],
  }),
  test: endpoint({
    method: 'POST',
    path: '/v1/ent/model/test',
    isRead: true,
    access: 'enterprise:settingsEdit',
    summary: '测试连接',
    body: Fields.omit({ mode: true, allowsContacts: true }).extend({ key: Key }),
    data: z.object({ isWorking: z.boolean(), latencyMs: z.int32(), message: z.string() }),
    errors: ['refused'],
  }),
}
