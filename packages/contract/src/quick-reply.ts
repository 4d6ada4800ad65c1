import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Ok } from './envelope.ts'
import { AgentId, Instant, MaterialId, QuickReplyGroupId, QuickReplyId } from './ids.ts'
import { Source } from './source.ts'
import { IMPORT_BYTES_MAX, importFields, ImportResult, TableFile, TableFormat } from './table-import.ts'
import { typedText } from './text.ts'

export const QUICK_REPLY_GROUP_TITLE_MAX = 20
export const QUICK_REPLY_TITLE_MAX = 30
export const QUICK_REPLY_CONTENT_MAX = 1000
export const QUICK_REPLY_CODE_MAX = 20
export const QUICK_REPLY_PARTS_MAX = 3
export const QUICK_REPLY_IMPORT_ROWS_MAX = 1000
const KEYWORD_MAX = 50

export const OWNER_TYPES = ['enterprise', 'agent'] as const
export const OwnerType = z.enum(OWNER_TYPES)
export type OwnerType = z.infer<typeof OwnerType>

/** Attachments sent after the text as separate messages, in order. No source takes files from us. */
export const ReplyPart = z.discriminatedUnion('type', [
  z.object({ type: z.literal('image'), url: z.string().max(200) }),
  z.object({ type: z.literal('card'), materialId: MaterialId, title: z.string().max(200) }),
])
export type ReplyPart = z.infer<typeof ReplyPart>

export const QuickReply = z.object({
  id: QuickReplyId,
  groupId: QuickReplyGroupId,
  title: z.string(),
  content: z.string(),
  parts: z.array(ReplyPart),
  code: z.string(),
  /** Empty: every source. */
  sources: z.array(Source),
  uses: z.int32(),
  /** Empty for replies that came with the enterprise. */
  updatedByName: z.string(),
  updatedAt: Instant,
  version: z.int32(),
})
export type QuickReply = z.infer<typeof QuickReply>

export const QuickReplyGroup = z.object({
  id: QuickReplyGroupId,
  title: z.string(),
  ownerType: OwnerType,
  replies: z.array(QuickReply),
})
export type QuickReplyGroup = z.infer<typeof QuickReplyGroup>

export const QuickReplyGroupTitle = typedText(
  QUICK_REPLY_GROUP_TITLE_MAX,
  `分组名最多 ${QUICK_REPLY_GROUP_TITLE_MAX} 个字`,
).min(1, '请输入分组名')

const title = typedText(QUICK_REPLY_TITLE_MAX, `标题最多 ${QUICK_REPLY_TITLE_MAX} 个字`).min(1, '请输入标题')
const content = typedText(QUICK_REPLY_CONTENT_MAX, `内容最多 ${QUICK_REPLY_CONTENT_MAX} 个字`)
const code = typedText(QUICK_REPLY_CODE_MAX, `快捷码最多 ${QUICK_REPLY_CODE_MAX} 个字`)
  .toLowerCase()
  .regex(/^[a-z0-9]*$/, '快捷码只能包含字母和数字')

/** A reply of text alone: 存为快捷回复 and a row of an import. */
export const QuickReplyText = z.object({ title, content: content.min(1, '请输入内容') })
export const QuickReplyRow = QuickReplyText.extend({ group: QuickReplyGroupTitle, code })

const fields = {
  groupId: QuickReplyGroupId,
  title,
  content: content.default(''),
  parts: z.array(ReplyPart).max(QUICK_REPLY_PARTS_MAX, `最多 ${QUICK_REPLY_PARTS_MAX} 个附件`).default([]),
  code: code.default(''),
  sources: z
    .array(Source)
    .max(10)
    .default([])
    .overwrite((sources) => [...new Set(sources)]),
}
const isSaid = (reply: { content: string; parts: readonly ReplyPart[] }) =>
  reply.content !== '' || reply.parts.length > 0
const SAID = { path: ['content'], error: '请输入内容' }

export const QuickReplyFields = z
  .object({
    ...fields,
    /** Null: the first group of the caller's own library, made if there is none. */
    groupId: QuickReplyGroupId.nullable(),
  })
  .refine(isSaid, SAID)
export type QuickReplyFields = z.infer<typeof QuickReplyFields>

/** What the compliance check finds in a saved reply; it is saved nevertheless. */
const SavedReply = QuickReply.extend({ warnings: z.array(z.string()) })

const ofGroup = z.object({ id: QuickReplyGroupId })
const ofReply = z.object({ id: QuickReplyId })
const targetPosition = z.int32().min(0)

/** Changes of the enterprise's library also need quickReply:manageEnterprise; they leave audit entries, those of an agent's own do not. */
export const quickReplyApi = {
  groupReplies: endpoint({
    method: 'GET',
    path: '/v1/quick-reply/group-replies',
    access: 'login',
    summary: '快捷回复',
    data: z.object({ entGroups: z.array(QuickReplyGroup), agentGroups: z.array(QuickReplyGroup) }),
  }),
  createGroup: endpoint({
    method: 'POST',
    path: '/v1/quick-reply/group/create',
    access: 'login',
    audit: ['quickReply.saveGroup'],
    summary: '新建快捷回复分组',
    body: z.object({ ownerType: OwnerType, title: QuickReplyGroupTitle }),
    data: QuickReplyGroup,
    errors: ['refused'],
  }),
  updateGroup: endpoint({
    method: 'PUT',
    path: '/v1/quick-reply/group/update',
    access: 'login',
    audit: ['quickReply.saveGroup'],
    summary: '重命名快捷回复分组',
    body: ofGroup.extend({ title: QuickReplyGroupTitle }),
    data: QuickReplyGroup,
    errors: ['notFound'],
  }),
  /** Deletes the group's replies as well. */
  removeGroup: endpoint({
    method: 'DELETE',
    path: '/v1/quick-reply/group/delete',
    access: 'login',
    audit: ['quickReply.removeGroup'],
    summary: '删除快捷回复分组',
    body: ofGroup,
    data: Ok,
    errors: ['notFound'],
  }),
  /** A position beyond the end means the last. */
  moveGroup: endpoint({
    method: 'POST',
    path: '/v1/quick-reply/group/move',
    access: 'login',
    summary: '调整快捷回复分组的顺序',
    body: z.object({ groupId: QuickReplyGroupId, targetPosition }),
    data: QuickReplyGroup,
    errors: ['notFound'],
  }),
  create: endpoint({
    method: 'POST',
    path: '/v1/quick-reply/reply/create',
    access: 'login',
    audit: ['quickReply.save'],
    summary: '新建快捷回复',
    body: QuickReplyFields,
    data: SavedReply,
    errors: ['notFound', 'refused'],
  }),
  update: endpoint({
    method: 'PUT',
    path: '/v1/quick-reply/reply/update',
    access: 'login',
    audit: ['quickReply.save'],
    summary: '修改快捷回复',
    body: z.object({ id: QuickReplyId, version: z.int32(), ...fields }).refine(isSaid, SAID),
    data: SavedReply,
    errors: ['notFound', 'refused', 'stale'],
  }),
  /** Also into another group of the same library. A position beyond the end means the last. */
  move: endpoint({
    method: 'POST',
    path: '/v1/quick-reply/reply/move',
    access: 'login',
    summary: '调整快捷回复的分组与顺序',
    body: ofReply.extend({ groupId: QuickReplyGroupId, targetPosition }),
    data: QuickReply,
    errors: ['notFound', 'refused'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/v1/quick-reply/reply/delete',
    access: 'login',
    audit: ['quickReply.remove'],
    summary: '删除快捷回复',
    body: ofReply,
    data: Ok,
    errors: ['notFound'],
  }),
  /** 复制到我的: into the caller's first own group. */
  copy: endpoint({
    method: 'POST',
    path: '/v1/quick-reply/reply/copy',
    access: 'login',
    summary: '复制到我的快捷回复',
    body: ofReply,
    data: QuickReply,
    errors: ['notFound', 'refused'],
  }),
  template: endpoint({
    method: 'GET',
    path: '/v1/quick-reply/template',
    access: 'login',
    summary: '快捷回复导入模板',
    data: TableFile,
  }),
  import: endpoint({
    method: 'POST',
    path: '/v1/quick-reply/import',
    isClosedToVisitors: true,
    access: 'login',
    audit: ['quickReply.import'],
    summary: '导入快捷回复',
    body: z.object({ ownerType: OwnerType, ...importFields }),
    file: { maxBytes: IMPORT_BYTES_MAX },
    data: ImportResult,
    errors: ['refused'],
  }),
  export: endpoint({
    method: 'POST',
    path: '/v1/quick-reply/export',
    access: 'login',
    audit: ['quickReply.export'],
    summary: '导出快捷回复',
    body: z.object({
      ownerType: OwnerType,
      format: TableFormat.default('xlsx'),
      /** The open search: only what it finds. */
      keyword: typedText(KEYWORD_MAX, `关键词最多 ${KEYWORD_MAX} 个字`).optional(),
    }),
    data: TableFile,
  }),
  use: endpoint({
    method: 'POST',
    path: '/v1/quick-reply/use',
    access: 'login',
    summary: '记录使用一次',
    body: ofReply,
    data: Ok,
    errors: ['notFound'],
  }),
  /** 存为快捷回复: saves to the caller's own library; creates the group when missing. */
  keep: endpoint({
    method: 'POST',
    path: '/v1/quick-reply/keep',
    access: 'im:replyCustomer',
    summary: '把一句话存为我的快捷回复',
    body: QuickReplyText,
    data: QuickReply,
    errors: ['refused'],
  }),
}

/** One of the agent's two libraries changed; it carries no data. */
export const QuickReplyEvent = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('quick_reply_change'),
    ownerType: OwnerType,
    at: Instant,
    operatorId: AgentId.nullable(),
  }),
])
export type QuickReplyEvent = z.infer<typeof QuickReplyEvent>
