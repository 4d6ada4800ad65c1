/** RFC 6238 as authenticator applications implement it by default: SHA-1, 6 digits, 30 seconds. */
export const TOTP_DIGITS = 6
export const TOTP_STEP_MS = 30_000

export const RECOVERY_CODES = 10
/** Base32: 80 random bits. */
export const RECOVERY_CODE_LENGTH = 16

export const TWO_STEP_TEXTS = {
  wrong: '验证码不正确或已使用过',
  tooMany: '验证码错误次数过多，请 15 分钟后再试',
  expired: '登录已超时，请重新输入密码',
  setupExpired: '设置已超时，请重新开始',
  isOn: '两步验证已开启',
  isOff: '两步验证未开启',
  required: '您的角色必须开启两步验证，不能关闭',
} as const

export type SecondCode = { kind: 'totp' | 'recovery'; code: string }

/** What was typed as a code of the application or a recovery code; undefined when it can be neither. Spaces and dashes do not count. */
export function readSecondCode(typed: string): SecondCode | undefined {
  const code = typed
    .normalize('NFKC')
    .replaceAll(/[\s\p{Pd}]/gu, '')
    .toUpperCase()
  if (/^\d{6}$/.test(code)) return { kind: 'totp', code }
  return /^[A-Z2-7]{16}$/.test(code) ? { kind: 'recovery', code } : undefined
}

/** `ABCD EFGH …`, as secrets and recovery codes are read and typed. */
export const inFours = (text: string): string => text.match(/.{1,4}/g)?.join(' ') ?? ''
