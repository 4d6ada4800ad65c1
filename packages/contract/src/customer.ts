import { z } from 'zod'
import { MaxPoints, ThreadSummary } from './assist.ts'
import { TabName } from './auth.ts'
import {
  BlockedCustomer,
  BULK_ACTIONS,
  BULK_MAX,
  BulkResult,
  CustomerChange,
  CustomerDetail,
  FIELD_VALUE_MAX,
  ListedFields,
  Note,
  NOTE_MAX,
  REMARK_MAX,
  Reminder,
  REMINDER_NOTE_MAX,
  Session,
  TRANSFER_NOTE_MAX,
  TransferGroup,
  TransferGroupRef,
  TransferTarget,
} from './customer-detail.ts'
import { CustomerItem } from './customer-row.ts'
import { CUSTOMER_IDS_MAX, CustomerCounts, CustomerFilter, CustomerListBody, VIEWS_MAX } from './customer-filter.ts'
import { endpoint } from './endpoint.ts'
import { Ok } from './envelope.ts'
import { AgentId, CustomerId, FieldId, FlowId, Instant, NoteId, ReminderId, StageId, TagId } from './ids.ts'
import { cursorFields, cursorPageOf } from './paging.ts'
import { typedText } from './text.ts'

export * from './customer-detail.ts'
export * from './customer-event.ts'
export * from './customer-filter.ts'
export * from './customer-row.ts'

const TagIds = z.array(TagId).min(1, '请选择标签').max(200)
const TransferReason = typedText(20, '转接原因最多 20 个字').min(1, '请选择转接原因')
const TransferNote = typedText(TRANSFER_NOTE_MAX, `备注最多 ${TRANSFER_NOTE_MAX} 个字`)
const byId = z.object({ customerId: CustomerId })

const fieldValue = (max: number) => typedText(max, `最多 ${max} 个字`)

export const customerApi = {
  list: endpoint({
    method: 'POST',
    path: '/v1/customer/list',
    isRead: true,
    access: 'im:viewPage',
    summary: '客户列表',
    body: CustomerListBody,
    data: cursorPageOf(CustomerItem).extend({ total: z.int32() }),
  }),
  count: endpoint({
    method: 'GET',
    path: '/v1/customer/count',
    access: 'im:viewPage',
    summary: '每个筛选项下的客户数',
    /** The filter as JSON: a query string has string values only. */
    query: z.object({
      filter: z
        .string()
        .max(4000)
        .optional()
        .transform((text, context) => {
          try {
            return CustomerFilter.parse({ scope: 1, ...(text ? (JSON.parse(text) as object) : {}) })
          } catch {
            context.addIssue({ code: 'custom', message: '筛选条件不正确' })
            return z.NEVER
          }
        }),
    }),
    data: CustomerCounts,
  }),
  /** Only the totals, so that one call serves all tabs: the saved views and 全部. */
  countViews: endpoint({
    method: 'POST',
    path: '/v1/customer/count/views',
    isRead: true,
    access: 'im:viewPage',
    summary: '多个视图各自的客户数，按请求的顺序',
    body: z.object({ filters: z.array(CustomerFilter).max(VIEWS_MAX + 1, `最多 ${VIEWS_MAX + 1} 个视图`) }),
    data: z.array(z.int32()),
  }),
  /** Apart from the rows: only enterprises with such fields ask. Customers that the caller may not see are left out. */
  listedFields: endpoint({
    method: 'POST',
    path: '/v1/customer/listed-fields',
    isRead: true,
    access: 'im:viewPage',
    summary: '列表中显示的自定义字段的值',
    body: z.object({ customerIds: z.array(CustomerId).min(1).max(CUSTOMER_IDS_MAX) }),
    data: z.array(ListedFields),
  }),
  detail: endpoint({
    method: 'GET',
    path: '/v1/customer/detail',
    access: 'im:viewPage',
    summary: '客户详情',
    query: byId,
    data: CustomerDetail,
    errors: ['notFound'],
  }),
  receive: endpoint({
    method: 'POST',
    path: '/v1/customer/receive',
    access: 'im:replyCustomer',
    summary: '接待',
    /** `confirmFull`: receive although the agent's 接待上限 is reached. */
    body: byId.extend({ confirmFull: z.boolean().default(false) }),
    data: CustomerItem,
    errors: ['notFound', 'taken', 'refused'],
  }),
  release: endpoint({
    method: 'POST',
    path: '/v1/customer/release',
    access: 'im:viewPage',
    summary: '释放：本人的客户需要 im:replyCustomer；同事的客户需要 im:manageCustomerTransfer',
    body: byId,
    data: CustomerItem,
    errors: ['notFound', 'refused'],
  }),
  redirect: endpoint({
    method: 'POST',
    path: '/v1/customer/redirect',
    access: 'im:viewPage',
    summary: '转接：本人的客户；其他客户需要 im:manageCustomerTransfer',
    body: byId
      .extend({
        agentId: AgentId.optional(),
        /** Instead of an agent. */
        group: TransferGroupRef.optional(),
        reason: TransferReason,
        note: TransferNote.optional(),
      })
      .refine(({ agentId, group }) => (agentId === undefined) !== (group === undefined), {
        path: ['agentId'],
        message: '请选择客服',
      }),
    data: CustomerItem,
    errors: ['notFound', 'refused'],
  }),
  /** Agents a customer can be transferred to, online ones first. */
  listTargets: endpoint({
    method: 'POST',
    path: '/v1/customer/redirect/targets',
    isRead: true,
    access: 'im:viewPage',
    summary: '可转接的客服',
    body: byId.partial(),
    data: z.array(TransferTarget),
    errors: ['notFound'],
  }),
  /** What was asked, answered and left, by a model or from facts. The kept one of a model where the messages are the same. */
  summary: endpoint({
    method: 'POST',
    path: '/v1/customer/summary',
    access: 'im:aiAssist',
    summary: '会话摘要与下一步：没有模型或使用自有模型不扣积分，否则每次 1 积分',
    /** Without `maxPoints` no model is asked. */
    body: byId.extend({ maxPoints: MaxPoints.optional() }),
    data: ThreadSummary,
    errors: ['notFound', 'refused'],
  }),
  /** Groups the customers can be transferred to: the team of the account that they share, and roles with another agent who may receive one of them. */
  listGroups: endpoint({
    method: 'POST',
    path: '/v1/customer/redirect/groups',
    isRead: true,
    access: 'im:viewPage',
    summary: '可转接的客服组',
    body: z.object({
      customerIds: z.array(CustomerId).min(1, '请选择客户').max(BULK_MAX, `每次最多操作 ${BULK_MAX} 位客户`),
    }),
    data: z.array(TransferGroup),
    errors: ['notFound'],
  }),
  archive: endpoint({
    method: 'POST',
    path: '/v1/customer/archive',
    access: 'im:editCustomerInfo',
    summary: '归档或取消归档',
    /** `undo` with 取消归档: the session that 归档 ended goes on. */
    body: byId.extend({ archive: z.boolean(), undo: z.boolean().default(false) }),
    /** `isUndoable`: this call archived the customer, sent no 结束语 and ended no 待接手, so that 取消归档 with `undo` takes it back. */
    data: CustomerItem.extend({ isUndoable: z.boolean() }),
    errors: ['notFound'],
  }),
  postpone: endpoint({
    method: 'POST',
    path: '/v1/customer/postpone',
    access: 'im:replyCustomer',
    summary: '稍后处理本人的客户；不带时间则取消，或结束已到时间的稍后处理',
    body: byId.extend({
      until: Instant.nullable(),
      /** Takes back what was just done: a conversation that came back meanwhile stays first. */
      undo: z.boolean().default(false),
      /** As it was shown: refused when the customer has written since. */
      inboundCount: z.int32().optional(),
    }),
    data: CustomerItem,
    errors: ['notFound', 'refused'],
  }),
  setAiStatus: endpoint({
    method: 'PUT',
    path: '/v1/customer/ai-status',
    access: 'im:editCustomerInfo',
    summary: '开启或关闭 AI 托管',
    body: byId.extend({ enableAi: z.boolean() }),
    data: CustomerItem,
    errors: ['notFound', 'refused', 'pointsShort'],
  }),
  setWorkflowStatus: endpoint({
    method: 'PUT',
    path: '/v1/customer/workflow-status',
    access: 'im:editCustomerInfo',
    summary: '开启或关闭工作流',
    body: byId.extend({ enableWorkflow: z.boolean(), flowId: FlowId.optional() }),
    data: CustomerItem,
    errors: ['notFound', 'refused'],
  }),
  setAutoEnable: endpoint({
    method: 'PUT',
    path: '/v1/customer/auto-enable',
    access: 'im:editCustomerInfo',
    summary: '不再自动恢复 AI 托管',
    body: byId.extend({ enable: z.literal(false) }),
    data: CustomerItem,
    errors: ['notFound'],
  }),
  bindTags: endpoint({
    method: 'POST',
    path: '/v1/customer/bind-tags',
    access: 'im:editCustomerInfo',
    summary: '打标签',
    body: byId.extend({ tagIds: TagIds }),
    data: CustomerItem,
    errors: ['notFound', 'refused'],
  }),
  unbindTags: endpoint({
    method: 'POST',
    path: '/v1/customer/unbind-tags',
    access: 'im:editCustomerInfo',
    summary: '去标签',
    body: byId.extend({ tagIds: TagIds }),
    data: CustomerItem,
    errors: ['notFound', 'refused'],
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/v1/customer/update',
    access: 'im:editCustomerInfo',
    summary: '修改客户资料',
    body: byId.extend({
      remark: typedText(REMARK_MAX, `备注名最多 ${REMARK_MAX} 个字`).optional(),
      city: fieldValue(20).optional(),
      country: fieldValue(20).optional(),
      stageId: StageId.nullable().optional(),
      fields: z
        .record(FieldId, z.union([fieldValue(FIELD_VALUE_MAX), z.array(fieldValue(FIELD_VALUE_MAX)).max(30)]))
        .optional(),
    }),
    data: CustomerDetail,
    errors: ['notFound', 'refused'],
  }),
  block: endpoint({
    method: 'PUT',
    path: '/v1/customer/block',
    access: 'im:editCustomerInfo',
    summary: '拉黑或移出黑名单',
    body: byId.extend({ block: z.boolean() }),
    data: CustomerItem,
    errors: ['notFound'],
  }),
  listBlocked: endpoint({
    method: 'POST',
    path: '/v1/customer/block/list',
    isRead: true,
    access: 'enterprise:settingsEdit',
    summary: '黑名单，最近拉黑的在前',
    body: z.object(cursorFields(50)),
    data: cursorPageOf(BlockedCustomer),
  }),
  batch: endpoint({
    method: 'POST',
    path: '/v1/customer/batch',
    access: 'im:viewPage',
    summary: '批量操作：每位客户各自检查权限与状态',
    body: z.object({
      customerIds: z.array(CustomerId).min(1, '请选择客户').max(BULK_MAX, `每次最多操作 ${BULK_MAX} 位客户`),
      action: z.enum(BULK_ACTIONS),
      agentId: AgentId.optional(),
      /** Of 转接, instead of an agent: each customer is assigned within the group by itself. */
      group: TransferGroupRef.optional(),
      tagIds: TagIds.optional(),
      stageId: StageId.optional(),
      enableAi: z.boolean().optional(),
      archive: z.boolean().optional(),
      undo: z.boolean().optional(),
      until: Instant.nullable().optional(),
      /** With 稍后处理, in the order of `customerIds`. */
      inboundCounts: z.array(z.int32()).max(BULK_MAX).optional(),
      reason: TransferReason.optional(),
    }),
    data: BulkResult,
    errors: ['refused'],
  }),
  viewing: endpoint({
    method: 'POST',
    path: '/v1/customer/viewing',
    isRead: true,
    access: 'im:viewPage',
    summary: '正在查看哪位客户',
    body: z.object({
      customerId: CustomerId.nullable(),
      composing: z.boolean().default(false),
      tab: TabName.default('-'),
    }),
    data: Ok,
    errors: ['notFound'],
  }),
  createNote: endpoint({
    method: 'POST',
    path: '/v1/customer/note/create',
    access: 'im:replyCustomer',
    summary: '写内部备注',
    body: byId.extend({
      text: typedText(NOTE_MAX, `备注最多 ${NOTE_MAX} 个字`).min(1, '请输入备注'),
      mentionIds: z.array(AgentId).max(50).default([]),
    }),
    data: Note,
    errors: ['notFound'],
  }),
  /** Agents who may see the customer: others cannot be mentioned in a note. */
  listMentionable: endpoint({
    method: 'POST',
    path: '/v1/customer/note/mentionable',
    isRead: true,
    access: 'im:viewPage',
    summary: '可在备注中提到的客服',
    body: byId,
    data: z.array(AgentId),
    errors: ['notFound'],
  }),
  listNotes: endpoint({
    method: 'POST',
    path: '/v1/customer/note/list',
    isRead: true,
    access: 'im:viewPage',
    summary: '内部备注',
    body: byId.extend(cursorFields(20)),
    data: cursorPageOf(Note),
    errors: ['notFound'],
  }),
  removeNote: endpoint({
    method: 'DELETE',
    path: '/v1/customer/note/del',
    access: 'im:replyCustomer',
    summary: '删除自己 24 小时内的备注',
    query: z.object({ id: NoteId }),
    data: Ok,
    errors: ['notFound', 'refused'],
  }),
  createReminder: endpoint({
    method: 'POST',
    path: '/v1/customer/reminder/create',
    access: 'im:viewPage',
    summary: '稍后提醒',
    body: byId.extend({
      remindAt: Instant,
      note: typedText(REMINDER_NOTE_MAX, `提醒最多 ${REMINDER_NOTE_MAX} 个字`).default(''),
    }),
    data: Reminder,
    errors: ['notFound', 'refused'],
  }),
  removeReminder: endpoint({
    method: 'DELETE',
    path: '/v1/customer/reminder/del',
    access: 'im:viewPage',
    summary: '取消提醒',
    query: z.object({ id: ReminderId }),
    data: Ok,
    errors: ['notFound'],
  }),
  listSessions: endpoint({
    method: 'POST',
    path: '/v1/customer/session/list',
    isRead: true,
    access: 'im:viewPage',
    summary: '历史会话',
    body: byId.extend(cursorFields(20)),
    data: cursorPageOf(Session),
    errors: ['notFound'],
  }),
  listChanges: endpoint({
    method: 'POST',
    path: '/v1/customer/change/list',
    isRead: true,
    access: 'im:viewPage',
    summary: '资料变更记录',
    body: byId.extend(cursorFields(20)),
    data: cursorPageOf(CustomerChange),
    errors: ['notFound'],
  }),
}
