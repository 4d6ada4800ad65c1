import { CertifyForm, SmsCode, type SubjectType } from '@ruwu/contract'
import { certifyErrors, requiredText } from '@ruwu/domain'
import { texts } from './texts.ts'

export type CertifyDraft = Omit<CertifyForm, 'subjectType'> & { subjectType: SubjectType; smsCode: string }
export type CertifyErrors = Partial<Record<keyof CertifyDraft, string>>

export const EMPTY_DRAFT: CertifyDraft = {
  subjectType: 'company',
  subjectName: '',
  creditCode: '',
  legalPerson: '',
  licenseUrl: '',
  contactName: '',
  contactTelephone: '',
  smsCode: '',
  letterUrl: '',
}

/** The fields of each step, in the order of the form. */
export const STEP_FIELDS = [
  ['subjectType', 'subjectName', 'creditCode', 'legalPerson', 'licenseUrl'],
  ['contactName', 'contactTelephone', 'smsCode', 'letterUrl'],
] as const satisfies (keyof CertifyDraft)[][]

const TYPED = ['subjectName', 'creditCode', 'legalPerson', 'contactName', 'contactTelephone', 'smsCode'] as const

/** One message per invalid field of a step; empty when the step is valid. */
export function checkStep(draft: CertifyDraft, step: 0 | 1): CertifyErrors {
  const { smsCode, ...form } = draft
  const empty = Object.fromEntries(
    TYPED.filter((name) => !draft[name].trim()).map((name) => [name, requiredText(texts[name])]),
  )
  const parsed = CertifyForm.safeParse(form)
  const ofFields = Object.fromEntries(
    (parsed.error?.issues ?? []).map(({ path, message }) => [String(path[0]), message]),
  )
  const ofCode = SmsCode.safeParse(smsCode).error?.issues[0]?.message
  const found: CertifyErrors = {
    ...certifyErrors({ ...form, creditCode: form.creditCode.trim().toUpperCase() }),
    ...(ofCode ? { smsCode: ofCode } : {}),
    ...ofFields,
    ...empty,
  }
  return Object.fromEntries(STEP_FIELDS[step].filter((name) => found[name]).map((name) => [name, found[name]]))
}
