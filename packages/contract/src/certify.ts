import { z } from 'zod'
import { Telephone } from './auth.ts'
import { endpoint } from './endpoint.ts'
import { Ok } from './envelope.ts'
import { AgentId, Instant } from './ids.ts'
import { SmsCode, SmsSent } from './register.ts'
import { typedText } from './text.ts'

export const SUBJECT_TYPES = ['company', 'individual'] as const
export type SubjectType = (typeof SUBJECT_TYPES)[number]

export const CERTIFY_STATUSES = ['none', 'pending', 'passed', 'rejected'] as const
export type CertifyStatus = (typeof CERTIFY_STATUSES)[number]

export const LICENSE_MAX_BYTES = 5 * 1024 * 1024
export const LETTER_MAX_BYTES = 10 * 1024 * 1024

const SUBJECT_NAME_TEXT = '主体名称须为 2 到 50 个字'
const LEGAL_PERSON_TEXT = '法定代表人须为 2 到 30 个字'
const UPLOADED = /^\/api\/attachment\/[\w-]{32}$/

export const CertifyForm = z.strictObject({
  subjectType: z.enum(SUBJECT_TYPES, '请选择主体类型'),
  subjectName: typedText(50, SUBJECT_NAME_TEXT).min(2, SUBJECT_NAME_TEXT),
  /** 统一社会信用代码; its check digit is a rule of the domain. */
  creditCode: z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^[\dA-Z]{18}$/, '统一社会信用代码不正确'),
  legalPerson: typedText(30, LEGAL_PERSON_TEXT).min(2, LEGAL_PERSON_TEXT),
  /** Paths of uploaded files. */
  licenseUrl: z.string().regex(UPLOADED, '请上传营业执照'),
  contactName: typedText(20, '姓名须为 1 到 20 个字').min(1, '请输入姓名'),
  contactTelephone: Telephone,
  /** Empty where the contact is the legal representative. */
  letterUrl: z.union([z.literal(''), z.string().regex(UPLOADED, '请上传授权书')]).default(''),
})
export type CertifyForm = z.infer<typeof CertifyForm>

export const CertifyInfo = z.object({
  status: z.enum(CERTIFY_STATUSES),
  subjectName: z.string(),
  /** The middle eight characters are masked. */
  creditCode: z.string(),
  /** Of a rejection. */
  reason: z.string(),
  submittedAt: Instant.nullable(),
  reviewedAt: Instant.nullable(),
})
export type CertifyInfo = z.infer<typeof CertifyInfo>

export const certifyApi = {
  info: endpoint({
    method: 'GET',
    path: '/v1/ent/certify/simple-info',
    access: 'login',
    summary: '企业认证状态',
    data: CertifyInfo,
  }),
  /** What was submitted last, for a resubmission; null before the first. */
  form: endpoint({
    method: 'GET',
    path: '/v1/ent/certify/form',
    access: 'enterprise:settingsEdit',
    summary: '上次提交的认证资料',
    data: CertifyForm.nullable(),
  }),
  sendSms: endpoint({
    method: 'POST',
    path: '/v1/ent/certify/send-sms',
    access: 'enterprise:settingsEdit',
    summary: '发送认证联系人的验证码',
    body: z.strictObject({ telephone: Telephone }),
    data: SmsSent,
    errors: ['refused'],
  }),
  submit: endpoint({
    method: 'POST',
    path: '/v1/ent/enterprise/certify',
    access: 'enterprise:settingsEdit',
    summary: '提交企业认证',
    body: CertifyForm.extend({ smsCode: SmsCode }),
    data: Ok,
    errors: ['refused'],
    audit: ['certify.submit'],
  }),
}

/** To all agents of the enterprise; what was submitted is not told. */
export const CertifyEvent = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('ent_certify_change'),
    status: z.enum(CERTIFY_STATUSES),
    at: Instant,
    operatorId: AgentId.nullable(),
  }),
])
export type CertifyEvent = z.infer<typeof CertifyEvent>
