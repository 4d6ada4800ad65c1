import { ERRORS, type ErrorName } from '@ruwu/contract'

/** A refusal the agent should read. Its message is shown as it stands. */
export class UserFacingError extends Error {
  override name = 'UserFacingError'
  readonly kind: ErrorName
  readonly data: unknown

  constructor(kind: ErrorName, message: string = ERRORS[kind].msg, data: unknown = null) {
    super(message)
    this.kind = kind
    this.data = data
  }

  get code(): number {
    return ERRORS[this.kind].code
  }
}

/** Wrong fields of a form, path to message. */
export class FieldError extends UserFacingError {
  override name = 'FieldError'

  constructor(fields: Record<string, string>, extra: Record<string, unknown> = {}) {
    super('validation', Object.values(fields)[0], { fields, ...extra })
  }
}

/** Absent, deleted or another enterprise's: the three look the same. */
export class NotFoundError extends UserFacingError {
  override name = 'NotFoundError'

  constructor(object: string) {
    super('notFound', `${object}不存在或已删除`)
  }
}

/** Optimistic lock: another agent has saved meanwhile; the editor may be unknown. */
export class StaleError extends UserFacingError {
  override name = 'StaleError'

  constructor(editor: string | null | undefined) {
    super('stale', `内容已被 ${editor || '其他人'} 更新，请刷新后重试`)
  }
}

export class TooOftenError extends UserFacingError {
  override name = 'TooOftenError'

  constructor(retryAfterSeconds: number, message?: string) {
    super('tooOften', message, { retryAfter: retryAfterSeconds })
  }
}
