import { z } from 'zod'
import { Instant, ZonedInstant } from '../ids.ts'
import { ChatUser, Knock, StoredExtra, Topic } from './objects.ts'
import { chatRoute, optional, True } from './route.ts'

const topicId = z.object({ topicId: z.string() })
const member = z.object({ topicId: z.string(), userId: z.string() })
const text = optional(z.string().max(2000))
/** Number + unit (m h d w y), `forever`, or seconds; empty lifts. */
const duration = z.object({ duration: z.union([z.string().max(32), z.number()]).nullish() })

export const MEMBERS_MAX = 100

export const chatTopicRoutes = {
  info: chatRoute({ path: '/api/topic/info/:topicId', summary: '话题', params: topicId, data: Topic }),
  create: chatRoute({
    path: '/api/topic/create',
    summary: '建群',
    stores: true,
    body: z.object({ name: text, icon: text, members: optional(z.array(z.string())), kind: text }),
    data: Topic,
  }),
  members: chatRoute({
    path: '/api/topic/members/:topicId',
    summary: '成员',
    params: topicId,
    body: z.object({ updatedAt: optional(ZonedInstant), limit: optional(z.number().int()) }),
    data: z.object({ hasMore: z.boolean(), updatedAt: Instant, items: z.array(ChatUser) }),
  }),
  update: chatRoute({
    path: '/api/topic/admin/update/:topicId',
    summary: '修改群资料',
    stores: true,
    params: topicId,
    body: z.object({ name: text, icon: text, kind: text, extra: optional(StoredExtra) }),
    data: True,
  }),
  notice: chatRoute({
    path: '/api/topic/admin/notice/:topicId',
    summary: '群公告',
    stores: true,
    params: topicId,
    body: z.object({ text }),
    data: True,
  }),
  dismiss: chatRoute({ path: '/api/topic/dismiss/:topicId', summary: '解散群', params: topicId, data: True }),
  quit: chatRoute({ path: '/api/topic/quit/:topicId', summary: '退群', params: topicId, data: True }),
  knock: chatRoute({
    path: '/api/topic/knock/:topicId',
    summary: '申请入群',
    stores: true,
    params: topicId,
    body: z.object({ source: text, message: text, memo: text }),
    data: True,
  }),
  listKnock: chatRoute({
    path: '/api/topic/admin/list_knock/:topicId',
    summary: '入群申请',
    params: topicId,
    data: z.array(Knock),
  }),
  listKnockAll: chatRoute({ path: '/api/topic/admin/list_knock_all/', summary: '全部入群申请', data: z.array(Knock) }),
  acceptKnock: chatRoute({
    path: '/api/topic/admin/knock/accept/:topicId/:userId',
    summary: '同意入群',
    stores: true,
    params: member,
    body: z.looseObject({ memo: text }),
    data: True,
  }),
  rejectKnock: chatRoute({
    path: '/api/topic/admin/knock/reject/:topicId/:userId',
    summary: '拒绝入群',
    params: member,
    body: z.looseObject({ message: text }),
    data: True,
  }),
  invite: chatRoute({
    path: '/api/topic/invite/:topicId/:userId',
    summary: '邀请入群',
    stores: true,
    params: member,
    data: True,
  }),
  addMember: chatRoute({
    path: '/api/topic/admin/add_member/:topicId/:userId',
    summary: '添加成员',
    stores: true,
    params: member,
    data: z.object({
      topicId: z.string(),
      userId: z.string(),
      name: z.string(),
      joinedAt: Instant,
      updatedAt: Instant,
    }),
  }),
  kickOut: chatRoute({
    path: '/api/topic/admin/kickout/:topicId/:userId',
    summary: '移出成员',
    params: member,
    data: True,
  }),
  silence: chatRoute({
    path: '/api/topic/admin/silent_topic/:topicId',
    summary: '全员禁言',
    params: topicId,
    body: duration,
    data: True,
  }),
  silenceMember: chatRoute({
    path: '/api/topic/admin/silent/:topicId/:userId',
    summary: '成员禁言',
    params: member,
    body: duration,
    data: True,
  }),
  silenceMemberToo: chatRoute({
    path: '/api/topic/admin/silent_topic/:topicId/:userId',
    summary: '成员禁言（另一路径）',
    params: member,
    body: duration,
    data: True,
  }),
  addAdmin: chatRoute({
    path: '/api/topic/admin/add_admin/:topicId/:userId',
    summary: '添加管理员',
    stores: true,
    params: member,
    data: True,
  }),
  removeAdmin: chatRoute({
    path: '/api/topic/admin/remove_admin/:topicId/:userId',
    summary: '取消管理员',
    params: member,
    data: True,
  }),
  transfer: chatRoute({
    path: '/api/topic/admin/transfer/:topicId/:userId',
    summary: '转让群',
    stores: true,
    params: member,
    data: True,
  }),
}
