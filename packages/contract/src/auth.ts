import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Ok } from './envelope.ts'
import { AgentId, CaptchaId, EntId, Instant } from './ids.ts'
import { SealedText, SecondCode } from './second-step.ts'
import { typedText } from './text.ts'

/** A mainland mobile number, written without separators or country code. */
export const TELEPHONE_PATTERN = /^1[3-9]\d{9}$/

export const Telephone = z.string().trim().regex(TELEPHONE_PATTERN, '请输入正确的手机号')

/** The client sends the lower-case hex SHA-256 of the password; the server stores a slow hash (argon2id) of that. */
export const PasswordDigest = z.string().regex(/^[0-9a-f]{64}$/, '密码格式不正确')

const Login = z.object({
  telephone: Telephone,
  password: PasswordDigest,
  captchaId: CaptchaId.optional(),
  captchaCode: typedText(8, '验证码错误').optional(),
  /** Replaces a one-time password; without it such a sign-in is refused with an error of this field. */
  newPassword: PasswordDigest.optional(),
})

export const SignedIn = z.object({ token: z.string(), entId: EntId, id: AgentId, entName: z.string() })
export type SignedIn = z.infer<typeof SignedIn>

/** A sign-in of the agent, ended ones included. */
export const SignInSession = z.object({
  id: z.string(),
  userAgent: z.string(),
  ip: z.string(),
  createdAt: Instant,
  lastUsedAt: Instant,
  endedAt: Instant.nullable(),
  isCurrent: z.boolean(),
})
export type SignInSession = z.infer<typeof SignInSession>

/** Data of a refused sign-in: the next attempt needs a captcha. */
export const CaptchaDemand = z.object({ captchaRequired: z.boolean() })

/** Identifies one browser tab of the console. */
export const TabName = z.string().regex(/^[\w-]{1,64}$/, '页面标识不正确')

export const authApi = {
  login: endpoint({
    method: 'POST',
    path: '/v1/ent/auth/login',
    access: 'public',
    summary: '登录',
    audit: ['auth.login', 'auth.loginFailed', 'auth.locked'],
    body: Login,
    data: SignedIn,
    errors: ['wrongCredentials', 'refused', 'secondStep'],
  }),
  loginSecond: endpoint({
    method: 'POST',
    path: '/v1/ent/auth/login/second',
    access: 'public',
    summary: '登录的第二步',
    audit: ['auth.login', 'auth.loginFailed', 'auth.locked', 'totp.recoveryUsed', 'totp.enable'],
    body: z.object({ challenge: SealedText, code: SecondCode }),
    /** `recoveryCodes` are those of a set-up during this sign-in; shown once. */
    data: SignedIn.extend({ recoveryCodes: z.array(z.string()) }),
    errors: ['wrongCredentials', 'refused'],
  }),
  captcha: endpoint({
    method: 'GET',
    path: '/v1/ent/auth/captcha',
    access: 'public',
    summary: '获取图形验证码',
    data: z.object({ captchaId: CaptchaId, image: z.string() }),
  }),
  logout: endpoint({
    method: 'POST',
    path: '/v1/ent/auth/logout',
    access: 'login',
    summary: '退出登录',
    audit: ['auth.logout'],
    data: Ok,
  }),
  sessions: endpoint({
    method: 'GET',
    path: '/v1/ent/auth/session/list',
    access: 'login',
    summary: '自己的登录设备',
    data: z.array(SignInSession),
  }),
  endSession: endpoint({
    method: 'DELETE',
    path: '/v1/ent/auth/session/del',
    access: 'login',
    summary: '退出自己的一台设备',
    audit: ['auth.endSession'],
    query: z.object({ id: z.string().regex(/^[0-9a-f]{32}$/, '标识格式不正确') }),
    data: Ok,
    errors: ['notFound', 'refused'],
  }),
  endOtherSessions: endpoint({
    method: 'POST',
    path: '/v1/ent/auth/session/end-others',
    access: 'login',
    summary: '退出自己的其它设备',
    audit: ['auth.endSession'],
    data: z.object({ ended: z.int32() }),
  }),
  keepAlive: endpoint({
    method: 'POST',
    path: '',
    access: 'login',
    summary: '页面关闭时的保活',
    /** Default: all tabs of the agent. */
    query: z.object({ tab: TabName.optional() }),
    data: Ok,
  }),
}
