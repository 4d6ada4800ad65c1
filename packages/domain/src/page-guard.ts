import { hasPermission } from './permission-set.ts'
import { type MPerms, type Permission } from './permissions.ts'

export const HOME_PATH = '/home'

export const NO_PERMISSION_TEXTS = {
  title: '没有权限',
  page: '您没有访问此页面的权限',
  feature: '您没有访问此功能的权限',
  points: '抱歉，您暂无权限进入该页面',
} as const

type GuardDecision = 'wait' | 'allow' | 'redirect-home' | 'no-permission'

/** While permissions load (`mPerms` undefined) the page is neither shown as forbidden nor redirected. */
export function guardPage(page: { mPerms: MPerms | undefined; permission: Permission; path: string }): GuardDecision {
  if (page.mPerms === undefined) return 'wait'
  if (hasPermission(page.mPerms, page.permission)) return 'allow'
  // Redirecting /home to itself would loop; its sub-routes are on it already.
  return `${page.path}/`.startsWith(`${HOME_PATH}/`) ? 'no-permission' : 'redirect-home'
}
