/** The platform's own codes are unknown. These can't be mistaken for real ones. */
export const REDBOOK_CODES = {
  990001: '令牌已过期',
  990002: '令牌无效',
  990003: '账号未绑定',
  990004: '未授予该权限',
  990005: '应用无此能力',
  990006: '应用标识或密钥错误',
  990007: '账号未认证',
  990008: '账号已绑定其他服务商',
  990020: '发送条数已达上限',
  990021: '会话已关闭',
  990022: '会话不存在',
  990030: '文本过长或包含链接',
  990031: '含敏感词',
  990032: '含联系方式',
  990033: '图片不合规',
  990034: '卡片不可用',
  990040: '操作频繁',
  990050: '对方拒收',
  990051: '账号受限',
  990052: '近 30 天无消耗',
  990060: '超过撤回时间',
  990070: '参数错误',
  990080: '系统繁忙',
} as const

export type RedbookCode = keyof typeof REDBOOK_CODES

export class RedbookRefusal extends Error {
  override name = 'RedbookRefusal'
  readonly code: number

  constructor(code: number, detail?: string) {
    const sentence = Object.hasOwn(REDBOOK_CODES, code) ? REDBOOK_CODES[code as RedbookCode] : '业务异常'
    super(detail === undefined ? sentence : `${sentence}：${detail}`)
    this.code = code
  }
}

/** Only codes of the table may be named in our own rules; a knob may ask for any number. */
export const refuse = (code: RedbookCode, detail?: string) => new RedbookRefusal(code, detail)
