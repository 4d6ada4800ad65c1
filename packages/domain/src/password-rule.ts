const PASSWORD_PATTERN = /^\S{6,20}$/u

export const PASSWORD_TEXTS = {
  format: '密码不能包含空格，长度为 6~20 位',
  mismatch: '确认密码与新密码不一致',
  sameAsOld: '新密码不能与旧密码相同',
  weak: '密码太常见，请换一个',
  oneTime: '这是一次性密码，请设置自己的密码',
} as const

export type PasswordChange = {
  oldPassword: string
  newPassword: string
  confirmPassword: string
}

export type PasswordChangeErrors = Partial<Record<keyof PasswordChange, string>>

export function isValidPassword(password: string): boolean {
  return PASSWORD_PATTERN.test(password)
}

/** One text per bad field; an empty object means the change may be sent. A bad format hides the comparisons of its field. */
export function validatePasswordChange(change: PasswordChange): PasswordChangeErrors {
  const errors: PasswordChangeErrors = {}
  for (const field of ['oldPassword', 'newPassword', 'confirmPassword'] as const) {
    if (!isValidPassword(change[field])) errors[field] = PASSWORD_TEXTS.format
  }
  if (change.newPassword === change.oldPassword) errors.newPassword ??= PASSWORD_TEXTS.sameAsOld
  if (change.confirmPassword !== change.newPassword) errors.confirmPassword ??= PASSWORD_TEXTS.mismatch
  return errors
}
