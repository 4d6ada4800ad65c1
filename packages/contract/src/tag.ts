import { z } from 'zod'
import { CustomerItem } from './customer-row.ts'
import { endpoint } from './endpoint.ts'
import { Ok } from './envelope.ts'
import { AgentId, CustomerId, Instant, TagGroupId, TagId } from './ids.ts'
import { IMPORT_BYTES_MAX, importFields, ImportResult, TableFile } from './table-import.ts'
import { TagRule, TagRuleTrial } from './tag-rule.ts'
import { typedText } from './text.ts'

export * from './tag-rule.ts'

export const TAG_KINDS = ['manual', 'auto', 'ai', 'system'] as const
const TagKind = z.enum(TAG_KINDS)
type TagKind = z.infer<typeof TagKind>

/** The twelve tag colours; the theme maps each to a value. */
export const TAG_COLORS = [
  'red',
  'orange',
  'amber',
  'lime',
  'green',
  'teal',
  'cyan',
  'blue',
  'indigo',
  'purple',
  'pink',
  'grey',
] as const
export const TagColor = z.enum(TAG_COLORS)
export type TagColor = z.infer<typeof TagColor>

export const TAG_NAME_MAX = 12
export const TAG_DESCRIPTION_MAX = 50
/** What the AI is told about a tag. */
export const TAG_AI_PROMPT_MAX = 100
export const TAG_GROUP_NAME_MAX = 10
/** Rows of one batch. */
export const TAG_BATCH_MAX = 200

const edited = { updatedBy: AgentId.nullable(), updatedAt: Instant, version: z.number().int() }

export const Tag = z.object({
  id: TagId,
  name: z.string(),
  color: TagColor,
  groupId: TagGroupId.nullable(),
  groupName: z.string().nullable(),
  /** A customer has at most one tag of a single-choice group. */
  single: z.boolean(),
  kind: TagKind,
  description: z.string(),
  /** Customers with the tag, of those the agent may see; null where usage was not asked for. */
  customers: z.number().int().nullable(),
  /** Of them, bound in the last 7 days. */
  added7d: z.number().int().nullable(),
  /** All customers with the tag, whom a merge or a deletion changes; null where usage was not asked for. */
  allCustomers: z.number().int().nullable(),
  /** Of an automatic tag. */
  rule: TagRule.nullable(),
  /** Of a tag that the AI binds: whom it fits. */
  aiPrompt: z.string(),
  updatedByName: z.string().nullable(),
  ...edited,
})
export type Tag = z.infer<typeof Tag>

export const TagGroup = z.object({
  id: TagGroupId,
  name: z.string(),
  single: z.boolean(),
  position: z.number().int(),
  tagCount: z.number().int(),
  /** Customers with several tags of a single-choice group (待整理): bound before it became one. */
  conflicts: z.number().int(),
  ...edited,
})
export type TagGroup = z.infer<typeof TagGroup>

const tagFields = z.object({
  name: typedText(TAG_NAME_MAX, `标签名称最多 ${TAG_NAME_MAX} 个字`).min(1, '请输入标签名称'),
  color: TagColor.default('blue'),
  groupId: TagGroupId.nullable().default(null),
  description: typedText(TAG_DESCRIPTION_MAX, `说明最多 ${TAG_DESCRIPTION_MAX} 个字`).default(''),
})
/** How it is bound automatically: an automatic tag alone has a rule, a tag of the AI alone a prompt. */
const withRule = {
  kind: z.enum(['manual', 'auto', 'ai']).default('manual'),
  rule: TagRule.nullable().default(null),
  aiPrompt: typedText(TAG_AI_PROMPT_MAX, `AI 判断最多 ${TAG_AI_PROMPT_MAX} 个字`).default(''),
}
type HowBound = { kind: 'manual' | 'auto' | 'ai'; rule: TagRule | null; aiPrompt: string }

function checkKind({ kind, rule, aiPrompt }: HowBound, context: z.RefinementCtx): void {
  if ((kind === 'auto') !== (rule !== null)) context.addIssue({ code: 'custom', path: ['rule'], message: '请设置规则' })
  if ((kind === 'ai') !== (aiPrompt !== ''))
    context.addIssue({ code: 'custom', path: ['aiPrompt'], message: '请输入 AI 判断' })
}

export const TagFields = tagFields.extend(withRule).superRefine(checkKind)
export type TagFields = z.infer<typeof TagFields>

export const TAG_IMPORT_ROWS_MAX = 1_000
/** Days of the dry run of a rule. */
export const TAG_TRIAL_DAYS = 7

export const TagGroupFields = z.object({
  name: typedText(TAG_GROUP_NAME_MAX, `分组名称最多 ${TAG_GROUP_NAME_MAX} 个字`).min(1, '请输入分组名称'),
  single: z.boolean(),
})
export type TagGroupFields = z.infer<typeof TagGroupFields>

export const TagBatchResult = z.object({
  success: z.int32(),
  failed: z.array(z.object({ id: TagId, name: z.string(), msg: z.string() })),
})
export type TagBatchResult = z.infer<typeof TagBatchResult>

const version = z.number().int()

export const tagApi = {
  list: endpoint({
    method: 'POST',
    path: '/v1/customer-tag/list',
    isRead: true,
    access: 'login',
    summary: '标签',
    /** Without usage the counts are null, which is cheaper. */
    body: z.object({ withUsage: z.boolean().default(true) }).prefault({}),
    data: z.array(Tag),
  }),
  create: endpoint({
    method: 'POST',
    path: '/v1/customer-tag/create',
    access: 'tag:settingsEdit',
    summary: '新建标签',
    audit: ['tag.create'],
    body: TagFields,
    data: Tag,
    errors: ['notFound', 'refused'],
  }),
  update: endpoint({
    method: 'PUT',
    path: '/v1/customer-tag/update',
    access: 'tag:settingsEdit',
    summary: '修改标签',
    audit: ['tag.edit'],
    body: tagFields.extend({ ...withRule, id: TagId, version }).superRefine(checkKind),
    data: Tag,
    errors: ['notFound', 'refused', 'stale'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/v1/customer-tag/del',
    access: 'tag:settingsEdit',
    summary: '删除标签：客户失去该标签',
    audit: ['tag.remove'],
    query: z.object({ id: TagId }),
    data: Ok,
    errors: ['notFound', 'inUse', 'refused'],
  }),
  merge: endpoint({
    method: 'POST',
    path: '/v1/customer-tag/merge',
    access: 'tag:settingsEdit',
    summary: '合并标签：客户改为目标标签，原标签删除',
    audit: ['tag.merge'],
    body: z.object({ fromId: TagId, toId: TagId }),
    data: Tag,
    errors: ['notFound', 'inUse', 'refused'],
  }),
  batch: endpoint({
    method: 'POST',
    path: '/v1/customer-tag/batch',
    access: 'tag:settingsEdit',
    summary: '批量移动或删除标签',
    audit: ['tag.edit', 'tag.remove'],
    body: z.object({
      ids: z.array(TagId).min(1, '请选择标签').max(TAG_BATCH_MAX, `每次最多 ${TAG_BATCH_MAX} 条`),
      action: z.enum(['move', 'delete']),
      /** The group to move to; null: 未分组. */
      groupId: TagGroupId.nullable().default(null),
    }),
    data: TagBatchResult,
    errors: ['notFound'],
  }),
  createBind: endpoint({
    method: 'POST',
    path: '/v1/customer-tag/create-bind',
    access: 'tag:settingsEdit',
    summary: '新建标签并打给客户：还需要 im:editCustomerInfo',
    audit: ['tag.create'],
    body: tagFields.extend({ customerId: CustomerId }),
    data: z.object({ tag: Tag, customer: CustomerItem }),
    errors: ['notFound', 'refused'],
  }),
  tryRule: endpoint({
    method: 'POST',
    path: '/v1/customer-tag/rule-try',
    isRead: true,
    access: 'tag:settingsEdit',
    summary: '试跑自动打标规则：近几天有消息的客户中谁符合，不改动数据',
    body: z.object({ rule: TagRule, days: z.int().min(1).max(TAG_TRIAL_DAYS).default(TAG_TRIAL_DAYS) }),
    data: TagRuleTrial,
    errors: ['notFound'],
  }),
  template: endpoint({
    method: 'POST',
    path: '/v1/customer-tag/template',
    isRead: true,
    access: 'tag:settingsEdit',
    summary: '标签导入模板',
    data: TableFile,
  }),
  import: endpoint({
    method: 'POST',
    path: '/v1/customer-tag/import',
    access: 'tag:settingsEdit',
    audit: ['tag.import'],
    summary: '导入标签：标签名、分组、颜色',
    body: z.object(importFields),
    file: { maxBytes: IMPORT_BYTES_MAX },
    data: ImportResult,
    errors: ['refused'],
  }),
  listGroups: endpoint({
    method: 'POST',
    path: '/v1/customer-tag/group/list',
    isRead: true,
    access: 'login',
    summary: '标签分组',
    data: z.array(TagGroup),
  }),
  createGroup: endpoint({
    method: 'POST',
    path: '/v1/customer-tag/group/create',
    access: 'tag:settingsEdit',
    summary: '新建标签分组',
    audit: ['tagGroup.create'],
    body: TagGroupFields,
    data: TagGroup,
    errors: ['refused'],
  }),
  updateGroup: endpoint({
    method: 'PUT',
    path: '/v1/customer-tag/group/update',
    access: 'tag:settingsEdit',
    summary: '修改标签分组：改为单选时，已有的重复标签保留并计为待整理',
    audit: ['tagGroup.edit'],
    body: TagGroupFields.extend({ id: TagGroupId, version }),
    data: TagGroup,
    errors: ['notFound', 'stale'],
  }),
  moveGroup: endpoint({
    method: 'POST',
    path: '/v1/customer-tag/group/move',
    access: 'tag:settingsEdit',
    summary: '调整标签分组的顺序',
    body: z.object({ groupId: TagGroupId, targetPosition: z.number().int().min(0) }),
    data: z.array(TagGroup),
    errors: ['notFound'],
  }),
  removeGroup: endpoint({
    method: 'DELETE',
    path: '/v1/customer-tag/group/del',
    access: 'tag:settingsEdit',
    summary: '删除标签分组：其标签移到未分组',
    audit: ['tagGroup.remove'],
    query: z.object({ id: TagGroupId }),
    data: Ok,
    errors: ['notFound'],
  }),
}

/** Tags or groups were created, changed or deleted: clients refetch. */
export const TagEvent = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('tag_change'),
    /** Tags of customers changed as well (a merge or a deletion), so customers are refetched too. */
    customersToo: z.boolean(),
    at: Instant,
    operatorId: AgentId.nullable(),
  }),
])
export type TagEvent = z.infer<typeof TagEvent>
