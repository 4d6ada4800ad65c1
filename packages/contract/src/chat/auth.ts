import { z } from 'zod'
import { StoredExtra, StringMap } from './objects.ts'
import { chatRoute, optional, True } from './route.ts'

/** Plain names or e-mail addresses; no whitespace, control characters, lone surrogates, `/` or `:`. */
export const USER_ID_PATTERN = /^[^\s/:\p{Cc}\p{Cs}]{1,128}$/u

export const AuthResult = z.object({
  email: z.string(),
  displayName: z.string(),
  token: z.string(),
  isStaff: z.boolean(),
  profile: z.object({
    avatar: z.string(),
    gender: z.string(),
    city: z.string(),
    region: z.string(),
    country: z.string(),
    privateExtra: StringMap.optional(),
  }),
})
export type AuthResult = z.infer<typeof AuthResult>

const remember = optional(z.boolean())

export const chatAuthRoutes = {
  register: chatRoute({
    path: '/auth/register',
    access: 'public',
    summary: '注册聊天用户',
    body: z.object({ email: optional(z.string()), password: optional(z.string()), remember }),
    data: AuthResult,
  }),
  login: chatRoute({
    path: '/auth/login',
    access: 'public',
    summary: '密码或令牌登录',
    body: z.object({
      email: optional(z.string()),
      password: optional(z.string()),
      token: optional(z.string()),
      remember,
    }),
    data: AuthResult,
  }),
  guestLogin: chatRoute({
    path: '/api/guest/login',
    access: 'public',
    summary: '访客登录',
    /** `secret`: `privateExtra.guestSecret` of an earlier answer; a browser's cookie says the same. */
    body: z.object({
      guestId: optional(z.string()),
      remember,
      extra: optional(StoredExtra),
      secret: optional(z.string()),
    }),
    data: AuthResult,
  }),
  logout: chatRoute({ method: 'GET', path: '/auth/logout', summary: '退出登录', data: True }),
}
