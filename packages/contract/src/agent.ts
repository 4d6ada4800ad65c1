import { z } from 'zod'
import { PasswordDigest, Telephone } from './auth.ts'
import { endpoint } from './endpoint.ts'
import { Ok } from './envelope.ts'
import { AgentId, EntId, Instant, RoleId } from './ids.ts'
import { typedText } from './text.ts'

/** 1 = 在线, 2 = 隐身. */
export const AGENT_STATUS = { online: 1, invisible: 2 } as const

/** Of this service or another by HTTPS; empty: the generated one. */
const AVATAR_ADDRESS = /^(\/(?!\/)|https:\/\/|$)/

export const AgentStatus = z.union([z.literal(AGENT_STATUS.online), z.literal(AGENT_STATUS.invisible)])
export type AgentStatus = z.infer<typeof AgentStatus>

export const Agent = z.object({
  id: AgentId,
  /** The same as `id`; both names are on the wire. */
  agentId: AgentId,
  entId: EntId,
  name: z.string(),
  /** Always masked, for every caller. */
  telephone: z.string(),
  avatar: z.string(),
  status: AgentStatus,
  enabled: z.boolean(),
  roleId: RoleId,
  roleName: z.string(),
  lastLoginAt: Instant.nullable(),
  lastLoginIp: z.string().nullable(),
  createdAt: Instant,
})
export type Agent = z.infer<typeof Agent>

export const agentApi = {
  list: endpoint({
    method: 'POST',
    path: '/v1/ent/agent/list',
    isRead: true,
    access: 'login',
    summary: '客服列表',
    body: z.object({
      status: AgentStatus.optional(),
      roleId: RoleId.optional(),
      enabled: z.boolean().optional(),
      keyword: typedText(50, '关键词最多 50 个字').optional(),
    }),
    data: z.array(Agent),
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/v1/ent/agent/update',
    access: 'login',
    summary: '修改客服：状态由本人，资料和角色需要 agentManagement:settingsEdit',
    audit: ['agent.edit'],
    // Strict: a field that would be ignored is refused.
    body: z
      .strictObject({
        id: AgentId,
        status: AgentStatus.optional(),
        name: typedText(20, '姓名最多 20 个字').min(1, '请输入姓名').optional(),
        telephone: Telephone.optional(),
        avatar: typedText(500, '头像地址过长').regex(AVATAR_ADDRESS, '头像地址不正确').optional(),
        roleId: RoleId.optional(),
      })
      .refine(({ id: _id, status, ...edit }) => status === undefined || Object.keys(edit).length === 0, {
        path: ['status'],
        message: '状态与资料请分开修改',
      }),
    data: Agent,
    errors: ['notFound', 'refused'],
  }),
  changeOwnPassword: endpoint({
    method: 'PUT',
    path: '/v1/ent/agent/self-password',
    access: 'login',
    summary: '修改自己的密码',
    audit: ['agent.changePassword'],
    body: z.object({ oldpassword: PasswordDigest, newPassword: PasswordDigest }),
    data: z.object({ token: z.string() }),
  }),
  resetPassword: endpoint({
    method: 'PUT',
    path: '/v1/ent/agent/password',
    access: 'agentManagement:settingsEdit',
    summary: '重置客服密码',
    audit: ['agent.resetPassword'],
    body: z.object({ id: AgentId, newPassword: PasswordDigest }),
    data: Ok,
    errors: ['notFound', 'refused'],
  }),
  forceOffline: endpoint({
    method: 'POST',
    path: '/v1/ent/agent/force-offline',
    access: 'agentManagement:settingsEdit',
    summary: '强制下线',
    audit: ['agent.forceOffline'],
    body: z.object({ id: AgentId }),
    data: Ok,
    errors: ['notFound', 'refused'],
  }),
}

const AgentEventBase = z.object({ agentId: AgentId, at: Instant, operatorId: AgentId.nullable() })

export const AgentEvent = z.discriminatedUnion('type', [
  AgentEventBase.extend({ type: z.literal('agent_status_change'), status: AgentStatus }),
  AgentEventBase.extend({
    type: z.literal('agent_change'),
    name: z.string(),
    roleId: RoleId,
    roleName: z.string(),
    /** Masked, as in `Agent`. Both are absent where the role alone has changed. */
    telephone: z.string().optional(),
    avatar: z.string().optional(),
  }),
])
export type AgentEvent = z.infer<typeof AgentEvent>
