import { z } from 'zod'
import { PasswordDigest, SignedIn, Telephone } from './auth.ts'
import { endpoint } from './endpoint.ts'
import { CaptchaId } from './ids.ts'
import { typedText } from './text.ts'

export const SMS_CODE_PATTERN = /^\d{6}$/

export const SmsCode = z.string().trim().regex(SMS_CODE_PATTERN, '请输入 6 位数字验证码')

/** `isSent`: an SMS provider has taken the code. `code` is the one that was not sent, in the demo; null otherwise. */
export const SmsSent = z.object({ isSent: z.boolean(), code: SmsCode.nullable() })
export type SmsSent = z.infer<typeof SmsSent>

const ENT_NAME_TEXT = '企业名称须为 2 到 50 个字'

export const Registration = z.strictObject({
  entName: typedText(50, ENT_NAME_TEXT).min(2, ENT_NAME_TEXT),
  name: typedText(20, '姓名须为 1 到 20 个字').min(1, '请输入姓名'),
  telephone: Telephone,
  smsCode: SmsCode,
  password: PasswordDigest,
})
export type Registration = z.infer<typeof Registration>

/** Absent while registration is disabled. */
export const registerApi = {
  sendSms: endpoint({
    method: 'POST',
    path: '/v1/ent/register/send-sms',
    access: 'public',
    summary: '发送注册验证码',
    body: z.strictObject({
      telephone: Telephone,
      captchaId: CaptchaId,
      captchaCode: typedText(8, '图形验证码不正确').min(1, '请输入图形验证码'),
    }),
    data: SmsSent,
    errors: ['refused'],
  }),
  submit: endpoint({
    method: 'POST',
    path: '/v1/ent/register/submit',
    access: 'public',
    summary: '注册企业',
    body: Registration,
    data: SignedIn,
    audit: ['enterprise.register'],
  }),
}
