import { z } from 'zod'
import { PasswordDigest } from './auth.ts'
import { endpoint } from './endpoint.ts'
import { Ok } from './envelope.ts'
import { AgentId, Instant, RoleId } from './ids.ts'
import { SealedText, SecondCode } from './second-step.ts'

export * from './second-step.ts'

const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) })

export const TotpState = z.object({
  enabledAt: Instant.nullable(),
  /** The agent's role demands it. */
  isRequired: z.boolean(),
  recoveryLeft: z.int32(),
})
export type TotpState = z.infer<typeof TotpState>

const Confirmed = z.strictObject({ password: PasswordDigest, code: SecondCode })

export const totpApi = {
  state: endpoint({
    method: 'GET',
    path: '/v1/ent/totp/state',
    access: 'login',
    summary: '自己的两步验证',
    data: TotpState,
  }),
  begin: endpoint({
    method: 'POST',
    path: '/v1/ent/totp/begin',
    isClosedToVisitors: true,
    isRead: true,
    access: 'login',
    summary: '开始设置两步验证',
    body: z.strictObject({ password: PasswordDigest }),
    /** `setup` is the sealed secret, handed back with the first code. */
    data: z.object({ secret: z.string(), uri: z.string(), setup: z.string() }),
    errors: ['refused'],
  }),
  enable: endpoint({
    method: 'POST',
    path: '/v1/ent/totp/enable',
    isClosedToVisitors: true,
    access: 'login',
    summary: '开启两步验证，恢复码只显示这一次',
    audit: ['totp.enable'],
    body: z.strictObject({ setup: SealedText, code: SecondCode }),
    data: RecoveryCodes,
    errors: ['refused'],
  }),
  disable: endpoint({
    method: 'POST',
    path: '/v1/ent/totp/disable',
    isClosedToVisitors: true,
    access: 'login',
    summary: '关闭两步验证',
    audit: ['totp.disable'],
    body: Confirmed,
    data: Ok,
    errors: ['refused'],
  }),
  renewCodes: endpoint({
    method: 'POST',
    path: '/v1/ent/totp/recovery-codes',
    isClosedToVisitors: true,
    access: 'login',
    summary: '重新生成恢复码，旧的作废',
    audit: ['totp.renewCodes'],
    body: Confirmed,
    data: RecoveryCodes,
    errors: ['refused'],
  }),
  holders: endpoint({
    method: 'GET',
    path: '/v1/ent/totp/holders',
    access: 'agentManagement:viewPage',
    summary: '已开启两步验证的客服',
    data: z.array(AgentId),
  }),
  reset: endpoint({
    method: 'PUT',
    path: '/v1/ent/totp/reset',
    access: 'agentManagement:settingsEdit',
    summary: '重置客服的两步验证',
    audit: ['totp.reset'],
    body: z.strictObject({ id: AgentId }),
    data: Ok,
    errors: ['notFound', 'refused'],
  }),
  requireForRole: endpoint({
    method: 'PUT',
    path: '/v1/role/role/two-step',
    access: 'agentManagement:settingsEdit',
    summary: '角色是否必须开启两步验证，内置角色也可设置',
    audit: ['role.requireTotp'],
    body: z.strictObject({ id: RoleId, required: z.boolean() }),
    data: Ok,
    errors: ['notFound', 'refused'],
  }),
}
