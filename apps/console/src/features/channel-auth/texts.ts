import type { Source } from '@ruwu/contract'

export const texts = {
  title: '绑定渠道账号，开始接待私信',
  pageTitle: '渠道授权',
  conditionTitle: '开通条件',
  stepTitle: '三步完成',
  steps: ['打开授权页', '扫码并确认权限', '返回本页'],
  permissionTitle: '将获得的权限',
  permissions: ['读取私信', '回复私信', '读取昵称头像', '发送卡片'],
  checkTitle: '绑定前请确认',
  authorise: '去授权',
  signInFirst: '登录后授权',
  skip: '暂不绑定，进入工作台',
  enter: '进入工作台',
  demo: '体验演示',
  logout: '退出登录',
  bindTitle: (source: string) => `绑定${source}账号`,
  reauthoriseTitle: (name: string) => `重新授权「${name}」`,
  cancel: '取消',
  close: '关闭',

  waiting: '等待授权完成…',
  waitingHint: '请在新打开的窗口中完成授权，完成后本页会自动更新。',
  blocked: '浏览器拦截了新窗口，请点击下面的链接打开授权页。',
  openPage: '打开授权页',
  late: '未检测到授权结果',
  lateHint: '如果已在平台完成授权，可以重新检测；否则请重新发起。',
  stillNothing: '仍未检测到授权结果',
  checkAgain: '我已完成，重新检测',
  restart: '重新发起',

  done: '绑定成功',
  doneName: ({ name, isInScope }: { name: string; isInScope: boolean }) =>
    `「${name}」已接入如晤${isInScope ? '' : '，但不在您的账号范围内，请联系管理员添加'}`,
  bindMore: '继续绑定',
  configure: '去配置账号',

  opening: '正在完成授权…',
  failed: '授权未完成',
  remedyTitle: '可以这样处理',
  retry: '重试',
  backToWork: '返回工作台',
  certify: '去认证',
  mustSignIn: '请先登录，再完成授权',
  signIn: '去登录',
  badAddress: '授权地址不完整，请重新发起授权',

  notBound: '企业尚未绑定渠道账号，请联系管理员',

  remedies: {
    not_enterprise: ['在平台完成企业认证，等待审核通过', '审核通过后回到这里重新发起'],
    already_bound: ['登录平台的商家后台，打开授权管理', '解除与原服务商的授权', '解除后回到这里重新发起'],
    code_expired: ['重新发起授权', '扫码后请在几分钟内确认'],
    ads_paused: ['恢复聚光投放并产生消耗', '次日私信权限恢复后，回到这里重新发起'],
    not_granted: ['重新发起授权', '在平台的授权页勾选全部权限后再确认'],
  },
} as const

/** Requirements of a source before an account can be bound. */
export const conditions: Record<Source, string> = {
  redbook: '企业专业号，近30天有聚光消耗',
  douyin: '已认证企业号',
}

/** Frequent causes of a failed binding. */
export const checks: Record<Source, { title: string; hint: string }[]> = {
  redbook: [
    { title: '账号是企业专业号', hint: '个人号和未认证的账号无法授权' },
    { title: '近30天有聚光消耗', hint: '没有消耗时，平台会暂停私信权限' },
    { title: '未被其它服务商授权', hint: '请先在聚光的三方客服管理中解除' },
    { title: '平台自动回复已关闭', hint: '否则客户会收到两份回复' },
  ],
  douyin: [
    { title: '账号是已认证企业号', hint: '个人号和未认证的账号无法授权' },
    { title: '不要求广告消耗', hint: '没有投放也可以绑定' },
    { title: '未被其它服务商授权', hint: '请先在抖音企业服务中心解除' },
    { title: '平台自动回复已关闭', hint: '开启时平台会拒绝本系统发送的消息' },
  ],
}
