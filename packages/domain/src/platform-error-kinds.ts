/** Actions offered beside a platform error. */
export const PLATFORM_ERROR_OFFERS = {
  retry: '重试',
  reauthorise: '去重新授权',
  scanAgain: '重新扫码',
  contactSupport: '联系客服',
  viewBindRequirements: '查看绑定条件',
  viewReleaseSteps: '查看解除步骤',
  viewAutoReplySteps: '查看关闭步骤',
  viewAccount: '查看账号',
  remindLater: '稍后提醒',
  editText: '回到输入框',
  sendContactCard: '发送名片',
  replaceImage: '更换图片',
  chooseCard: '选择卡片',
  resend: '重新发送',
  copyDetails: '复制详情',
} as const

type PlatformErrorOffer = keyof typeof PLATFORM_ERROR_OFFERS

/**
 * Retry policy. never; later: with backoff; after_refresh: once with a fresh token; newest_inbound: once as a reply to the
 * customer's newest message; await_echo: the outcome is unknown, only the platform's echo decides (no resend).
 */
type PlatformErrorRetry = 'never' | 'later' | 'after_refresh' | 'newest_inbound' | 'await_echo'

type PlatformErrorRow = {
  text: string
  /** Instead of `text` once nothing is tried any more: what happened and what to do. */
  finalText?: string
  /** Instead of `text` for a call that an agent waits for, which nothing tries again. */
  onceText?: string
  offer: PlatformErrorOffer | null
  retry: PlatformErrorRetry
  /** Alert operators: our own bug or an unknown error. */
  alarm?: true
  /** The composer highlights the refused words. */
  marksWords?: true
}

export const PLATFORM_ERROR_KINDS = {
  token_expired: {
    text: '账号授权已过期，正在自动恢复，请稍后重试',
    finalText: '账号授权已过期且未能自动恢复，请管理员检查账号授权后重发',
    offer: 'retry',
    retry: 'after_refresh',
  },
  token_invalid: { text: '账号授权已失效，请管理员重新授权该账号', offer: 'reauthorise', retry: 'after_refresh' },
  needs_reauth: { text: '授权已到期，无法自动续期，请管理员扫码重新授权', offer: 'reauthorise', retry: 'never' },
  not_granted: { text: '商家授权时未勾选私信权限，请重新授权并勾选全部权限', offer: 'reauthorise', retry: 'never' },
  app_not_allowed: { text: '当前应用暂无此能力，请联系客服开通', offer: 'contactSupport', retry: 'never' },
  code_expired: { text: '授权码已过期，请重新扫码', offer: 'scanAgain', retry: 'never' },
  redirect_wrong: {
    text: '授权回调地址配置有误，请联系客服',
    offer: 'contactSupport',
    retry: 'never',
    alarm: true,
  },
  credentials_wrong: { text: '应用配置有误，请联系客服', offer: 'contactSupport', retry: 'never', alarm: true },
  not_enterprise: {
    text: '该账号不是已认证的企业号，请先完成企业认证后再绑定',
    offer: 'viewBindRequirements',
    retry: 'never',
  },
  already_bound: {
    text: '该账号已授权给其他服务商，请先在平台解除后再绑定',
    offer: 'viewReleaseSteps',
    retry: 'never',
  },
  quota_exhausted: {
    text: '24 小时内已发满 6 条，客户再次发言后可继续回复',
    offer: 'remindLater',
    retry: 'never',
  },
  window_closed: {
    text: '客户超过 24 小时未发言，平台不允许再发送消息',
    offer: 'remindLater',
    retry: 'never',
  },
  wrong_target: { text: '找不到可回复的客户消息，请等待客户发言后再试', offer: null, retry: 'newest_inbound' },
  text_refused: {
    text: '内容过长或包含链接，请删除链接并缩短到 1000 字以内',
    offer: 'editText',
    retry: 'never',
  },
  words_refused: { text: '内容包含平台敏感词，请修改后再发', offer: 'editText', retry: 'never', marksWords: true },
  contact_refused: {
    text: '平台不允许直接发送联系方式，请改为发送名片或留资卡',
    offer: 'sendContactCard',
    retry: 'never',
  },
  media_refused: { text: '图片未通过平台审核，请更换图片', offer: 'replaceImage', retry: 'never' },
  card_unusable: { text: '该卡片未通过审核或已被删除，请换一张卡片', offer: 'chooseCard', retry: 'never' },
  rate_limited: {
    text: '发送太快，系统将稍后自动重试',
    finalText: '发送太快被平台限制，自动重试未成功，请稍后重发',
    onceText: '操作太快被平台限制，请稍后再试',
    offer: null,
    retry: 'later',
  },
  policy_conflict: {
    text: '抖音工作台正在使用自动回复，请商家先关闭后再发送',
    offer: 'viewAutoReplySteps',
    retry: 'never',
  },
  customer_unreachable: { text: '对方账号异常或已拒收消息，无法送达', offer: null, retry: 'never' },
  account_limited: {
    text: '该账号已被平台限制私信，请在平台查看处罚通知',
    offer: 'viewAccount',
    retry: 'never',
  },
  ads_paused: {
    text: '近 30 天无广告消耗，私信工具已暂停，恢复投放次日可用',
    offer: 'viewAccount',
    retry: 'never',
  },
  recall_too_late: { text: '消息已超过可撤回时间', offer: null, retry: 'never' },
  bad_request: { text: '平台未接受，我们已记录问题，请稍后再试', offer: 'retry', retry: 'never', alarm: true },
  platform_down: {
    text: '平台繁忙，正在自动重试',
    finalText: '平台繁忙，自动重试未成功，请稍后重发',
    onceText: '平台繁忙，请稍后再试',
    offer: 'retry',
    retry: 'later',
  },
  outcome_unknown: { text: '发送结果未知，请确认后再重发', offer: 'resend', retry: 'await_echo' },
  unknown: { text: '平台返回：{platformText}（{code}）', offer: 'copyDetails', retry: 'never', alarm: true },
} as const satisfies Record<string, PlatformErrorRow>

export type PlatformErrorKind = keyof typeof PLATFORM_ERROR_KINDS

export function platformErrorRow(kind: PlatformErrorKind): PlatformErrorRow {
  return PLATFORM_ERROR_KINDS[kind]
}

/** Text shown to the agent. Only `unknown` includes the platform's text and code. */
export function platformErrorText(kind: PlatformErrorKind, platform: { text: string; code: string }): string {
  const { text } = PLATFORM_ERROR_KINDS[kind]
  const shown = platform.code === '' ? text.replace('（{code}）', '') : text
  return shown.replaceAll(/\{(platformText|code)\}/g, (_all, name) => (name === 'code' ? platform.code : platform.text))
}
