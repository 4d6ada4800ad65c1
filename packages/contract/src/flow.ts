import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Ok } from './envelope.ts'
import { FLOW_LIMITS, FlowGraph, FlowTrigger } from './flow-graph.ts'
import { flowReceptionApi } from './flow-reception.ts'
import { AgentId, FlowId, Instant, RelationId } from './ids.ts'
import { pageFields, pageOf } from './paging.ts'
import { Source } from './source.ts'
import { typedText } from './text.ts'

/** 草稿, 已发布, 已停用. */
export const FLOW_STATUSES = ['draft', 'published', 'disabled'] as const
export const FlowStatus = z.enum(FLOW_STATUSES)
export type FlowStatus = z.infer<typeof FlowStatus>

/** 留资引导, 夜间接待, 预约到店, 价格咨询, 沉默唤醒, 意向评论转私信. */
export const FLOW_TEMPLATES = ['lead', 'night', 'booking', 'price', 'wake', 'comment'] as const
export const FlowTemplateId = z.enum(FLOW_TEMPLATES)
export type FlowTemplateId = z.infer<typeof FlowTemplateId>

/** An `error` stops publishing, a `warn` does not. Without nodeId it concerns the whole flow. */
export const FlowProblem = z.object({
  nodeId: z.string().nullable(),
  level: z.enum(['error', 'warn']),
  msg: z.string(),
})
export type FlowProblem = z.infer<typeof FlowProblem>

const Name = typedText(FLOW_LIMITS.name, `名称最多 ${FLOW_LIMITS.name} 个字`).min(1, '请输入名称')
const AccountIds = z.array(RelationId).max(500, '账号最多 500 个')
const byId = z.object({ id: FlowId })

export const FlowItem = z.object({
  id: FlowId,
  name: z.string(),
  status: FlowStatus,
  /** Of the draft; null: it has no start yet. */
  trigger: FlowTrigger.nullable(),
  /** Empty: all accounts. */
  accountIds: z.array(RelationId),
  publishedVersion: z.int32().nullable(),
  /** The draft differs from the published version. */
  hasChanges: z.boolean(),
  /** Last 7 days: runs begun; share of these that reached 结束, −1 without any; customers who left a lead in them. */
  started: z.int32(),
  finishRate: z.number(),
  leads: z.int32(),
  /** Messages of the last 7 days that were held back. Absent in answers of older nodes. */
  blocked: z.int32().default(0),
  /** Customers in it now. */
  running: z.int32(),
  updatedBy: AgentId,
  updatedByName: z.string(),
  updatedAt: Instant,
  /** Its Webhooks are signed: a version with one was published. */
  hasSecret: z.boolean(),
  /** Of the draft: saving and publishing name it, so that neither takes what the caller has not seen. */
  version: z.int32(),
})
export type FlowItem = z.infer<typeof FlowItem>

export const FlowDetail = FlowItem.extend({
  graph: FlowGraph,
  problems: z.array(FlowProblem),
  /** Of Webhook nodes; only in the answer to the call that published the first one. */
  secret: z.string().optional(),
})
export type FlowDetail = z.infer<typeof FlowDetail>

export const FlowVersion = z.object({
  version: z.int32(),
  note: z.string(),
  agentId: AgentId,
  agentName: z.string(),
  publishedAt: Instant,
  running: z.int32(),
  isCurrent: z.boolean(),
})
export type FlowVersion = z.infer<typeof FlowVersion>

/** What a run said or did, as the side chat of 试运行 shows it. */
export const FlowTestMessage = z.object({
  from: z.enum(['customer', 'flow', 'note']),
  nodeId: z.string().nullable(),
  text: z.string(),
})
export type FlowTestMessage = z.infer<typeof FlowTestMessage>

export const flowApi = {
  list: endpoint({
    method: 'POST',
    path: '/v1/automation/flow/list',
    isRead: true,
    access: 'automation:viewPage',
    summary: '工作流',
    data: z.array(FlowItem),
  }),
  ...flowReceptionApi,
  detail: endpoint({
    method: 'GET',
    path: '/v1/automation/flow/detail',
    access: 'automation:viewPage',
    summary: '工作流的草稿，或一个版本',
    query: byId.extend({ version: z.coerce.number().int().min(1).max(1_000_000).optional() }),
    data: FlowDetail,
    errors: ['notFound'],
  }),
  create: endpoint({
    method: 'POST',
    path: '/v1/automation/flow/create',
    access: 'automation:edit',
    summary: '新建工作流',
    audit: ['flow.create'],
    body: z.object({ name: Name, templateId: FlowTemplateId.optional() }),
    data: FlowDetail,
    errors: ['refused'],
  }),
  copy: endpoint({
    method: 'POST',
    path: '/v1/automation/flow/copy',
    access: 'automation:edit',
    summary: '复制工作流',
    audit: ['flow.create'],
    body: byId,
    data: FlowDetail,
    errors: ['notFound', 'refused'],
  }),
  save: endpoint({
    method: 'PUT',
    path: '/v1/automation/flow/save',
    access: 'automation:edit',
    summary: '保存工作流的草稿',
    body: byId.extend({ name: Name.optional(), graph: FlowGraph, accountIds: AccountIds, version: z.int32() }),
    data: FlowDetail,
    errors: ['notFound', 'stale'],
  }),
  /** Publishes the draft of exactly this version; `problems` with errors and an unchanged status: not published. */
  publish: endpoint({
    method: 'POST',
    path: '/v1/automation/flow/publish',
    access: 'automation:edit',
    summary: '发布工作流',
    audit: ['flow.publish'],
    body: byId.extend({
      note: typedText(FLOW_LIMITS.note, `说明最多 ${FLOW_LIMITS.note} 个字`),
      version: z.int32(),
      /** Customers in an older version go on in the new one; else they finish on theirs. */
      moveRunning: z.boolean().default(false),
    }),
    data: FlowDetail,
    errors: ['notFound', 'stale', 'refused'],
  }),
  disable: endpoint({
    method: 'PUT',
    path: '/v1/automation/flow/disable',
    access: 'automation:edit',
    summary: '停用或启用工作流：停用后不再开始，进行中的客户走完',
    audit: ['flow.disable'],
    body: byId.extend({ disabled: z.boolean().default(true) }),
    data: FlowDetail,
    errors: ['notFound', 'refused', 'inUse'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/v1/automation/flow/del',
    access: 'automation:edit',
    summary: '删除工作流：进行中的客户走完',
    audit: ['flow.remove'],
    query: byId,
    data: Ok,
    errors: ['notFound', 'inUse'],
  }),
  /** 更换签名密钥 of its Webhooks; the old one ends at once. */
  renewSecret: endpoint({
    method: 'POST',
    path: '/v1/automation/flow/renew-secret',
    access: 'automation:edit',
    summary: '更换工作流的 Webhook 签名密钥',
    audit: ['flow.renewSecret'],
    body: byId,
    data: z.object({ secret: z.string() }),
    errors: ['notFound', 'refused'],
  }),
  listVersions: endpoint({
    method: 'POST',
    path: '/v1/automation/flow/version/list',
    isRead: true,
    access: 'automation:viewPage',
    summary: '工作流的版本',
    body: byId.extend(pageFields),
    data: pageOf(FlowVersion),
    errors: ['notFound'],
  }),
  /** Publishes an older version again, as a new one; the draft becomes equal to it. */
  rollback: endpoint({
    method: 'POST',
    path: '/v1/automation/flow/rollback',
    access: 'automation:edit',
    summary: '回滚工作流',
    audit: ['flow.rollback'],
    /** `draftVersion`: of the draft that the caller has seen; it is replaced. */
    body: byId.extend({
      version: z.int32(),
      draftVersion: z.int32(),
      moveRunning: z.boolean().default(false),
    }),
    data: FlowDetail,
    errors: ['notFound', 'stale', 'refused'],
  }),
  /** 试运行 of the draft: nothing is sent. Without runId it begins; `skip` ends a wait at once. */
  runTest: endpoint({
    method: 'POST',
    path: '/v1/automation/flow/run-test',
    isRead: true,
    access: 'automation:viewPage',
    summary: '试运行工作流',
    body: byId.extend({
      runId: typedText(100_000, '试运行标识过长').optional(),
      /** What the customer writes; at the beginning the message that starts the flow. */
      text: typedText(1000, '最多 1000 个字').optional(),
      skip: z.boolean().default(false),
      /** Of the customer, at the beginning. */
      source: Source.optional(),
      /** When it happens, at the beginning; now without it. */
      at: Instant.optional(),
    }),
    data: z.object({
      /** Opaque state of the run, given back with the next call. */
      runId: z.string(),
      messages: z.array(FlowTestMessage),
      nodeId: z.string().nullable(),
      variables: z.record(z.string(), z.string()),
      done: z.boolean(),
    }),
    errors: ['notFound', 'refused'],
  }),
}

/** A flow was made, changed, published or removed: lists and canvases fetch again. */
export const FlowEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('flow_change'), flowId: FlowId, at: Instant, operatorId: AgentId.nullable() }),
])
export type FlowEvent = z.infer<typeof FlowEvent>
