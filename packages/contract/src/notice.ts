import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Ok } from './envelope.ts'
import { AgentId, CustomerId, Instant, NoticeId, RelationId } from './ids.ts'
import { cursorFields, cursorPageOf } from './paging.ts'
import { Source } from './source.ts'

/** Kinds of rows of 通知中心. */
export const NOTICE_KINDS = [
  'assigned',
  'handoff',
  'transferred',
  'mention',
  'reminder_due',
  'postpone_due',
  'send_failed',
  'lead_new',
  'queue_full',
  'quota_stopped',
  'points_warning',
  'account_expired',
  'export_ready',
  'rule_stopped',
  'timeout_return',
  'scheduled_stopped',
  'model_failed',
  'certify_reviewed',
  'webhook_failed',
  'automation',
  'daily_report',
] as const
export const NoticeKind = z.enum(NOTICE_KINDS)
export type NoticeKind = z.infer<typeof NoticeKind>

/** One agent's notice. */
export const AgentNotice = z.object({
  id: NoticeId,
  kind: NoticeKind,
  /** Null: the agent may no longer see the customer (无权查看). */
  text: z.string().nullable(),
  /** Beginning of the message that failed. */
  excerpt: z.string().nullable(),
  customer: z
    .object({
      customerId: CustomerId,
      name: z.string(),
      avatar: z.string(),
      source: Source,
      waitingSince: Instant.nullable(),
    })
    .nullable(),
  /** The channel account the notice is about, where it is about no customer. */
  account: z.object({ relationId: RelationId, name: z.string() }).nullable(),
  /** The agent who caused it. */
  operatorName: z.string().nullable(),
  /** What the notice is about, by its kind: a reminder, message, note, export or rule. */
  subjectId: z.string().nullable(),
  /** Number in the thread of the message or note it is about. */
  seq: z.number().int().nullable(),
  /** The message that failed is a person's, which this agent may send again. */
  canResend: z.boolean(),
  isRead: z.boolean(),
  at: Instant,
})
export type AgentNotice = z.infer<typeof AgentNotice>

export const NoticeCounts = z.object({
  unread: z.int32(),
  /** 待接手 and 提醒 (跟进提醒, 稍后处理) that are open, unread 提到我的. */
  handoff: z.int32(),
  reminder: z.int32(),
  mention: z.int32(),
})
export type NoticeCounts = z.infer<typeof NoticeCounts>

const NOTICES_READ_MAX = 100

export const noticeApi = {
  page: endpoint({
    method: 'POST',
    path: '/v1/notice/page',
    isRead: true,
    access: 'login',
    summary: '通知中心：待处理的在前，其余按时间倒序',
    body: z.object({
      kind: z.union([NoticeKind, z.array(NoticeKind).min(1).max(NOTICE_KINDS.length)]).optional(),
      unread: z.boolean().default(false),
      ...cursorFields(30),
    }),
    /** Figures, and the newest notice of all, come with the first page. */
    data: cursorPageOf(AgentNotice).extend({
      unread: z.int32().nullable(),
      counts: NoticeCounts.nullable(),
      newest: NoticeId.nullable(),
    }),
  }),
  read: endpoint({
    method: 'POST',
    path: '/v1/notice/read',
    access: 'login',
    summary: '标记通知为已读',
    body: z.union([
      z.object({ ids: z.array(NoticeId).min(1).max(NOTICES_READ_MAX) }),
      /** `upTo`: `newest` of the page that was shown; what came after it stays unread. */
      z.object({ all: z.literal(true), upTo: NoticeId.optional() }),
    ]),
    data: Ok,
    errors: ['notFound'],
  }),
  postpone: endpoint({
    method: 'POST',
    path: '/v1/notice/postpone',
    access: 'login',
    summary: '稍后再提醒到期的跟进',
    body: z.object({ id: NoticeId, remindAt: Instant }),
    data: Ok,
    errors: ['notFound', 'refused'],
  }),
}

/** To one agent's sockets only: notices were added, read, done or postponed. */
export const NoticeEvent = z.object({
  type: z.literal('notice_change'),
  /** The customer of whom a reminder changed. */
  customerId: CustomerId.nullable(),
  at: Instant,
  operatorId: AgentId.nullable(),
})
export type NoticeEvent = z.infer<typeof NoticeEvent>
