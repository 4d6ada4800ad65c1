import { NOT_CERTIFIED, PLATFORM_ERROR_KINDS, type PlatformErrorKind } from '@ruwu/domain'
import { ResultError } from '../../api/errors.ts'
import { texts } from './texts.ts'

/** Steps to take on the platform after a refusal that a retry does not solve. */
const steps: Partial<Record<PlatformErrorKind, readonly string[]>> = texts.remedies

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
