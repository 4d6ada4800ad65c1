import { NOT_CERTIFIED, PLATFORM_ERROR_KINDS, type PlatformErrorKind } from '@ruwu/domain'
import { ResultError } from '../../api/errors.ts'

/** Steps to take on the platform after a refusal that a retry does not solve. */
const steps: Partial<Record<PlatformErrorKind, string[]>> = {
  not_enterprise: ['在平台完成企业认证，等待审核通过', '审核通过后回到这里重新发起'],
  already_bound: ['登录平台的商家后台，打开授权管理', '解除与原服务商的授权', '解除后回到这里重新发起'],
  code_expired: ['重新发起授权', '扫码后请在几分钟内确认'],
  ads_paused: ['恢复聚光投放并产生消耗', '次日私信权限恢复后，回到这里重新发起'],
  not_granted: ['重新发起授权', '在平台的授权页勾选全部权限后再确认'],
}

const isKind = (value: unknown): value is PlatformErrorKind =>
  typeof value === 'string' && Object.hasOwn(PLATFORM_ERROR_KINDS, value)

function kindOf(error: unknown): unknown {
  const data = error instanceof ResultError ? error.data : undefined
  return typeof data === 'object' && data !== null && 'kind' in data ? data.kind : undefined
}

/** The enterprise has as many accounts as it may have before 认证. */
export const needsCertification = (error: unknown): boolean => kindOf(error) === NOT_CERTIFIED

/** Steps that solve a refusal; empty when its message says all. */
export function remedyOf(error: unknown): readonly string[] {
  const kind = kindOf(error)
  return (isKind(kind) && steps[kind]) || []
}
