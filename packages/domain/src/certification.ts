import type { CertifyForm, CertifyStatus, SubjectType } from '@ruwu/contract'
import { AGENTS_MAX } from './agent.ts'

export const CERTIFY_STATUS_LABELS: Record<CertifyStatus, string> = {
  none: '未认证',
  pending: '审核中',
  passed: '已认证',
  rejected: '未通过',
}

export const SUBJECT_TYPE_LABELS: Record<SubjectType, string> = { company: '企业', individual: '个体工商户' }

type EnterpriseLimits = {
  /** Bound main accounts. */
  accounts: number
  agents: number
}

/** What an enterprise may have before and after 认证. */
export const enterpriseLimits = (isCertified: boolean): EnterpriseLimits =>
  isCertified ? { accounts: Number.POSITIVE_INFINITY, agents: AGENTS_MAX } : { accounts: 1, agents: 2 }

const { accounts, agents } = enterpriseLimits(false)

/** `data.kind` of a binding that this limit refused. */
export const NOT_CERTIFIED = 'not_certified'

export const CERTIFY_TEXTS = {
  creditCode: '统一社会信用代码不正确',
  taken: '该主体已认证',
  pending: '认证资料正在审核，不能修改',
  passed: '企业已认证',
  license: '请上传营业执照（jpg、png，不超过 5 MB）',
  letterNeeded: '联系人不是法定代表人，请上传授权书',
  letter: '请上传授权书（pdf、jpg、png，不超过 10 MB）',
  limits: `未认证企业最多绑定 ${accounts} 个主账号、添加 ${agents} 名客服`,
  nameFixed: '企业已认证，名称不能修改',
  accountLimit: `未认证企业最多绑定 ${accounts} 个账号`,
} as const

/** GB 32100-2015: no I, O, S, V, Z. */
const CREDIT_CHARACTERS = '0123456789ABCDEFGHJKLMNPQRTUWXY'

/** The last of the 18 characters is the check digit: weights are powers of 3 modulo 31. */
export function isCreditCode(code: string): boolean {
  const values = Array.from(code, (character) => CREDIT_CHARACTERS.indexOf(character))
  if (values.length !== 18 || values.includes(-1)) return false
  const sum = values.slice(0, 17).reduce((total, value, place) => total + value * (3 ** place % 31), 0)
  return values[17] === (31 - (sum % 31)) % 31
}

/** Masks the middle eight characters. */
export const maskCreditCode = (code: string): string => code.replace(/^(.{5}).{8}/, `$1${'*'.repeat(8)}`)

/** Rules between fields, and of the check digit; one text per bad field. */
export function certifyErrors(form: CertifyForm): Partial<Record<keyof CertifyForm, string>> {
  const needsLetter = form.contactName !== form.legalPerson
  return {
    ...(isCreditCode(form.creditCode) ? {} : { creditCode: CERTIFY_TEXTS.creditCode }),
    ...(needsLetter && !form.letterUrl ? { letterUrl: CERTIFY_TEXTS.letterNeeded } : {}),
  }
}

/** What the administrators read when the reviewer has decided. */
export const reviewedText = (status: 'passed' | 'rejected', reason: string): string =>
  status === 'passed' ? '企业认证已通过，账号与客服数量的限制已解除' : `企业认证未通过：${reason}`
