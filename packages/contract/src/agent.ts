import { z } from 'zod'
import { PasswordDigest, Telephone } from './auth.ts'
import { endpoint } from './endpoint.ts'
import { Ok } from './envelope.ts'
import { AgentId, EntId, Instant, RoleId } from './ids.ts'
import { AccountScope, NewAccountScope } from './role.ts'
import { typedText } from './text.ts'

/** 1 = 在线, 2 = 隐身. */
export const AGENT_STATUS = { online: 1, invisible: 2 } as const

/** 接待上限: how many customers an agent receives at once. */
export const RECEPTION_LIMIT = { min: 1, max: 200, default: 50 } as const
const LIMIT_TEXT = `接待上限须为 ${RECEPTION_LIMIT.min} 到 ${RECEPTION_LIMIT.max}`

/** Of this service or another by HTTPS; empty: the generated one. */
const AVATAR_ADDRESS = /^(\/(?!\/)|https:\/\/|$)/

/** The fields of an agent that an administrator sets. */
export const AgentFields = z.strictObject({
  name: typedText(20, '姓名最多 20 个字').min(1, '请输入姓名'),
  telephone: Telephone,
  avatar: typedText(500, '头像地址过长').regex(AVATAR_ADDRESS, '头像地址不正确'),
  roleId: RoleId,
  /** 可接待账号. */
  accountScope: NewAccountScope,
  limit: z.int(LIMIT_TEXT).min(RECEPTION_LIMIT.min, LIMIT_TEXT).max(RECEPTION_LIMIT.max, LIMIT_TEXT),
})
export type AgentFields = z.infer<typeof AgentFields>

export const AgentStatus = z.union([z.literal(AGENT_STATUS.online), z.literal(AGENT_STATUS.invisible)])
export type AgentStatus = z.infer<typeof AgentStatus>

export const BUSY_REASON_MAX = 10

/** 忙碌: an agent who is 隐身 for a reason; back to 在线 at `until`, null: by hand. */
export const Busy = z.object({ reason: z.string(), until: Instant.nullable() })
export type Busy = z.infer<typeof Busy>

const NewBusy = z.strictObject({
  reason: typedText(BUSY_REASON_MAX, `忙碌原因最多 ${BUSY_REASON_MAX} 个字`).min(1, '请输入忙碌原因'),
  until: Instant.nullable().default(null),
})

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
  /** Absent in events of older versions. */
  busy: Busy.nullable().default(null),
  enabled: z.boolean(),
  roleId: RoleId,
  roleName: z.string(),
  accountScope: AccountScope,
  limit: z.number().int(),
  /** 当前接待: own customers in an open session that a person receives. */
  current: z.number().int(),
  lastLoginAt: Instant.nullable(),
  lastLoginIp: z.string().nullable(),
  createdAt: Instant,
})
export type Agent = z.infer<typeof Agent>

/** For the edit drawer: clear telephone, avatar empty for the generated one. For the hand-over: all own customers, archived ones too. */
export const AgentDetail = Agent.extend({ customers: z.number().int(), version: z.int32() })
export type AgentDetail = z.infer<typeof AgentDetail>

/** Customers of a disabled agent: passed to a colleague, put back to 未分配, and those still to come. */
export const HandedOver = z.object({
  redirected: z.number().int(),
  released: z.number().int(),
  left: z.number().int(),
})
export type HandedOver = z.infer<typeof HandedOver>

export const AgentListFilter = z.strictObject({
  status: AgentStatus.optional(),
  roleId: RoleId.optional(),
  enabled: z.boolean().optional(),
  keyword: typedText(50, '关键词最多 50 个字').optional(),
})
export type AgentListFilter = z.infer<typeof AgentListFilter>

export const agentApi = {
  list: endpoint({
    method: 'POST',
    path: '/v1/ent/agent/list',
    isRead: true,
    access: 'login',
    summary: '客服列表',
    body: AgentListFilter,
    data: z.array(Agent),
  }),
  detail: endpoint({
    method: 'GET',
    path: '/v1/ent/agent/detail',
    access: 'agentManagement:settingsEdit',
    summary: '客服资料，含完整手机号和名下客户数',
    query: z.object({ id: AgentId }),
    data: AgentDetail,
    errors: ['notFound'],
  }),
  create: endpoint({
    method: 'POST',
    path: '/v1/ent/agent/create',
    access: 'agentManagement:settingsEdit',
    summary: '新建客服；初始密码须在首次登录时更换',
    audit: ['agent.create'],
    body: AgentFields.extend({ avatar: AgentFields.shape.avatar.default(''), password: PasswordDigest }),
    data: Agent,
    errors: ['notFound', 'refused'],
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
        /** With the status 隐身: 忙碌. */
        busy: NewBusy.optional(),
        ...AgentFields.partial().shape,
        /** Of the detail that was edited: refused when another agent saved meanwhile. */
        version: z.int32().optional(),
      })
      .refine(({ id: _id, status, busy: _busy, ...edit }) => status === undefined || Object.keys(edit).length === 0, {
        path: ['status'],
        message: '状态与资料请分开修改',
      })
      .refine(({ status, busy }) => busy === undefined || status === AGENT_STATUS.invisible, {
        path: ['busy'],
        message: '忙碌时不接收新客户',
      }),
    data: Agent,
    errors: ['notFound', 'stale', 'refused'],
  }),
  changeOwnPassword: endpoint({
    method: 'PUT',
    path: '/v1/ent/agent/self-password',
    isClosedToVisitors: true,
    access: 'login',
    summary: '修改自己的密码',
    audit: ['agent.changePassword'],
    body: z.strictObject({ oldpassword: PasswordDigest, newPassword: PasswordDigest }),
    data: z.object({ token: z.string() }),
  }),
  resetPassword: endpoint({
    method: 'PUT',
    path: '/v1/ent/agent/password',
    access: 'agentManagement:settingsEdit',
    summary: '重置客服密码',
    audit: ['agent.resetPassword'],
    body: z.strictObject({ id: AgentId, newPassword: PasswordDigest }),
    data: Ok,
    errors: ['notFound', 'refused'],
  }),
  enable: endpoint({
    method: 'PUT',
    path: '/v1/ent/agent/enable',
    access: 'agentManagement:settingsEdit',
    summary: '启用或停用客服；停用时名下客户交接给另一位客服，否则放回未分配',
    audit: ['agent.enable', 'agent.disable'],
    body: z
      .strictObject({ id: AgentId, enabled: z.boolean(), handoverAgentId: AgentId.optional() })
      .refine(({ enabled, handoverAgentId }) => !enabled || handoverAgentId === undefined, {
        path: ['handoverAgentId'],
        message: '启用客服时没有交接',
      }),
    data: z.object({ agent: Agent, ...HandedOver.shape }),
    errors: ['notFound', 'refused'],
  }),
  forceOffline: endpoint({
    method: 'POST',
    path: '/v1/ent/agent/force-offline',
    access: 'agentManagement:settingsEdit',
    summary: '强制下线',
    audit: ['agent.forceOffline'],
    body: z.strictObject({ id: AgentId }),
    data: Ok,
    errors: ['notFound', 'refused'],
  }),
}

const AgentEventBase = z.object({ agentId: AgentId, at: Instant, operatorId: AgentId.nullable() })

export const AgentEvent = z.discriminatedUnion('type', [
  AgentEventBase.extend({
    type: z.literal('agent_status_change'),
    status: AgentStatus,
    busy: Busy.nullable().optional(),
  }),
  AgentEventBase.extend({
    type: z.literal('agent_change'),
    name: z.string(),
    roleId: RoleId,
    roleName: z.string(),
    /** Masked, as in `Agent`. Absent, like the following, in events of older versions. */
    telephone: z.string().optional(),
    avatar: z.string().optional(),
    enabled: z.boolean().optional(),
    accountScope: AccountScope.optional(),
    limit: z.number().int().optional(),
  }),
  AgentEventBase.extend({ type: z.literal('agent_create'), agent: Agent }),
])
export type AgentEvent = z.infer<typeof AgentEvent>
