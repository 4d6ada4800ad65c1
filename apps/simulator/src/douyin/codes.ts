/** Every code of the platform that the simulator may answer, with the platform's own sort of sentence. */
export const DOUYIN_CODES = {
  10002: '参数错误',
  10003: '非法应用标识',
  10004: '应用无此权限',
  10005: '缺少参数',
  10006: '非法重定向 URI',
  10007: '授权码过期',
  10008: 'access_token 过期',
  10010: 'refresh_token 过期或无效',
  10012: '应用审核中',
  10013: 'client_key 或 client_secret 错误',
  10014: 'client_key 不匹配',
  10015: 'client_secret 错误',
  10020: 'refresh_token 续期次数已用完',
  2100004: '系统繁忙，此时请开发者稍候再试',
  2100005: '参数不合法',
  2100007: '无权限操作',
  2100009: '用户被禁封使用该操作',
  2111001: '内容含有敏感词',
  2112001: '非企业号，无法使用该功能',
  2113001: '素材审核未通过',
  2190001: 'quota 已用完',
  2190002: 'access_token 无效',
  2190003: '用户未授权该 api',
  2190004: '应用未获得该能力',
  2190008: 'access_token 过期',
  2190015: '请求参数 access_token openid 不匹配',
  2190016: '当前应用已被封禁或下线',
  28001003: 'access_token 无效',
  28001005: '系统内部错误，请重试',
  28001007: '参数不合法',
  28001008: 'access_token 过期',
  28001038: '文本过长或包含链接',
  28003018: '发送消息过于频繁',
  28003070: '发送消息达到上限',
  28003080: '回复的消息已超过 24 小时',
  28003081: '回复的消息已超过 24 小时',
  28003082: 'msg_id 不是该用户发来的消息',
  28003095: '商家工作台正在使用自动回复',
  28003101: '用户状态异常，无法接收消息',
  28029003: '发送方未认证',
  28029004: '发送方被封禁',
} as const

export type DouyinCode = keyof typeof DOUYIN_CODES

export class DouyinRefusal extends Error {
  override name = 'DouyinRefusal'
  readonly code: number

  constructor(code: number, detail?: string) {
    const sentence = Object.hasOwn(DOUYIN_CODES, code) ? DOUYIN_CODES[code as DouyinCode] : '未知错误'
    super(detail === undefined ? sentence : `${sentence}：${detail}`)
    this.code = code
  }
}

/** Only codes that the platform has may be named in our own rules; a knob may ask for any number. */
export const refuse = (code: DouyinCode, detail?: string) => new DouyinRefusal(code, detail)
