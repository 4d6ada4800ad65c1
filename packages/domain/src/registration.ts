/** A code sent by SMS: how long it is valid, how many tries it takes, how soon another one may be asked for. */
export const SMS_CODE_LIFE_MS = 5 * 60_000
export const SMS_CODE_TRIES = 5
export const SMS_RESEND_SECONDS = 60
export const SMS_PER_NUMBER_AND_DAY = 5
export const SMS_PER_ADDRESS_AND_DAY = 20

export const SMS_TEXTS = {
  wrong: '验证码错误',
  expired: '验证码已过期',
  failed: '短信发送失败，请稍后再试',
  notConfigured: '本服务未配置短信，请向运维索取验证码',
} as const

export const REGISTER_TEXTS = {
  knownNumber: '该手机号已注册，请直接登录',
  mustAgree: '请先阅读并同意协议',
} as const

/** Registration exists unless the setting is exactly the string `true`. */
export const isRegistrationOpen = (registerDisabled: string): boolean => registerDisabled !== 'true'
