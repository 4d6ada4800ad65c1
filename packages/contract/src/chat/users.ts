import { z } from 'zod'
import { ChatUser } from './objects.ts'
import { chatRoute, optional, True } from './route.ts'

const userId = z.object({ userId: z.string() })
const text = optional(z.string().max(2000))
const flag = optional(z.boolean())

export const chatUserRoutes = {
  profile: chatRoute({ path: '/api/profile/:userId', summary: '用户资料', params: userId, data: ChatUser }),
  profiles: chatRoute({
    path: '/api/profile',
    summary: '批量用户资料',
    body: z.object({ ids: optional(z.array(z.string()).max(500)) }),
    data: z.array(ChatUser),
  }),
  updateProfile: chatRoute({
    path: '/api/profile/update',
    summary: '修改自己的资料',
    stores: true,
    body: z.object({
      allowGuest: flag,
      displayName: text,
      avatar: text,
      gender: text,
      city: text,
      country: text,
      locale: text,
      publicKey: text,
    }),
    data: True,
  }),
}

export const chatRelationRoutes = {
  relation: chatRoute({
    path: '/api/relation/:userId',
    summary: '修改与某用户的关系',
    stores: true,
    params: userId,
    body: z.object({
      chatAllowed: flag,
      remark: text,
      favorite: flag,
      isStar: flag,
      isContact: flag,
      isBlocked: flag,
      source: text,
    }),
    data: True,
  }),
  block: chatRoute({ path: '/api/block/:userId', summary: '拉黑', params: userId, data: True }),
  unblock: chatRoute({ path: '/api/unblock/:userId', summary: '取消拉黑', params: userId, data: True }),
  listBlocked: chatRoute({ path: '/api/list_blocked', summary: '黑名单', data: z.array(z.string()) }),
}
