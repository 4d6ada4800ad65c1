import { Registration } from '@ruwu/contract'
import { PASSWORD_TEXTS, REGISTER_TEXTS, isValidPassword, requiredText } from '@ruwu/domain'
import { plainTelephone } from './login-check.ts'
import { texts } from './texts.ts'

export type RegisterFields = {
  entName: string
  name: string
  telephone: string
  smsCode: string
  password: string
  confirmPassword: string
  agreed: boolean
}
export type RegisterErrors = Partial<Record<keyof RegisterFields, string>>

/** The message of an invalid number; undefined when valid. */
export const telephoneError = (telephone: string) => textError('telephone', plainTelephone(telephone))

const LABELS = {
  entName: texts.entName,
  name: texts.name,
  telephone: texts.telephone,
  smsCode: texts.smsCode,
} as const

function textError(name: keyof typeof LABELS, value: string): string | undefined {
  if (!value.trim()) return requiredText(LABELS[name])
  return Registration.shape[name].safeParse(value).error?.issues[0]?.message
}

/** One message per invalid field, in the order of the form; empty when valid. */
export function checkRegistration(fields: RegisterFields): RegisterErrors {
  const { password, confirmPassword } = fields
  const found: RegisterErrors = {
    entName: textError('entName', fields.entName),
    name: textError('name', fields.name),
    telephone: telephoneError(fields.telephone),
    smsCode: textError('smsCode', fields.smsCode),
    password: isValidPassword(password) ? undefined : PASSWORD_TEXTS.format,
    confirmPassword: confirmPassword === password ? undefined : PASSWORD_TEXTS.mismatch,
    agreed: fields.agreed ? undefined : REGISTER_TEXTS.mustAgree,
  }
  return Object.fromEntries(Object.entries(found).filter(([, message]) => message))
}
