import { PASSWORD_TEXTS, isTelephone, isValidPassword, requiredText, validatePasswordChange } from '@ruwu/domain'
import { texts } from './texts.ts'

export type LoginFields = {
  telephone: string
  password: string
  newPassword: string
  confirmPassword: string
  captchaCode: string
}
export type LoginErrors = Partial<Record<keyof LoginFields, string>>

/** The digits of a pasted number: accepts grouping, dashes, full-width digits, +86 and invisible characters. */
export const plainTelephone = (telephone: string) =>
  telephone
    .normalize('NFKC')
    .replace(/[\s\p{Pd}\p{Cf}().]+/gu, '')
    .replace(/^(?:\+|00)?86(?=1\d{10}$)/, '')

export function groupedTelephone(telephone: string): string {
  const plain = plainTelephone(telephone)
  return isTelephone(plain) ? `${plain.slice(0, 3)} ${plain.slice(3, 7)} ${plain.slice(7)}` : telephone
}

/** What the server has asked for besides number and password. */
type Demands = { captcha: boolean; newPassword: boolean }

/** One message per invalid field, in the order of the form; empty when valid. */
export function checkLogin(fields: LoginFields, demands: Demands): LoginErrors {
  const errors: LoginErrors = {}
  const telephone = plainTelephone(fields.telephone)
  if (!telephone) errors.telephone = requiredText(texts.telephone)
  else if (!isTelephone(telephone)) errors.telephone = texts.telephoneFormat
  if (!fields.password) errors.password = requiredText(texts.password)
  else if (!isValidPassword(fields.password)) errors.password = PASSWORD_TEXTS.format
  if (demands.newPassword) {
    const { newPassword, confirmPassword } = validatePasswordChange({ ...fields, oldPassword: fields.password })
    if (newPassword) errors.newPassword = newPassword
    if (confirmPassword) errors.confirmPassword = confirmPassword
  }
  if (demands.captcha && !fields.captchaCode.trim()) errors.captchaCode = requiredText(texts.captcha)
  return errors
}
