/**
 * Every code an envelope can carry besides success. Refusals are HTTP 200; `unauthorized` is sent with
 * 401 and `internal` with 500.
 */
export const ERRORS = {
  validation: { code: 40001, msg: '请求参数不正确' },
  unauthorized: { code: 40101, msg: '请重新登录' },
  wrongCredentials: { code: 40102, msg: '手机号或密码错误' },
  secondStep: { code: 40103, msg: '请完成两步验证' },
  forbidden: { code: 40301, msg: '没有权限' },
  pointsShort: { code: 40302, msg: '积分不足' },
  notFound: { code: 40401, msg: '内容不存在或已删除' },
  taken: { code: 40901, msg: '已被其它客服接待' },
  stale: { code: 40902, msg: '内容已被更新，请刷新后重试' },
  inUse: { code: 40903, msg: '正在使用中，无法操作' },
  refused: { code: 42200, msg: '操作未被允许' },
  compliance: { code: 42201, msg: '内容不符合合规要求' },
  platformRefused: { code: 42202, msg: '平台拒绝了本次操作' },
  tooOften: { code: 42901, msg: '操作过于频繁，请稍后再试' },
  internal: { code: 50000, msg: '服务器异常' },
} as const

export type ErrorName = keyof typeof ERRORS

/** Errors every endpoint may answer without declaring them. */
export const COMMON_ERRORS = ['validation', 'unauthorized', 'forbidden', 'tooOften', 'internal'] as const
