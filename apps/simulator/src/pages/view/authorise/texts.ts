import type { AccountStanding } from '../../../views.ts'

export const STANDING_NOTES: Record<AccountStanding, string> = {
  certified: '企业认证',
  uncertified: '未认证',
  bound_elsewhere: '已授权给其他服务商',
}

export const texts = {
  scanTitle: '扫码授权',
  bindTitle: '私信三方客服绑定',
  scanHint: '真实平台上，商家在这里用手机扫码。示意二维码，无需扫描。',
  asks: (app: string) => `「${app}」申请以下权限`,
  account: '商家账号',
  required: '必选',
  here: '已授权，可重新授权',
  agreeScan: '模拟扫码同意',
  agreeBind: '确认绑定',
  cancel: '取消',
  cancelled: '已取消授权，可以关闭此页',
  problem: (code: number) => `无法授权（${code}）`,
  problemNext: '请返回客服工作台重新发起授权。',
  refused: (code: number | null) => (code === null ? '平台拒绝了授权' : `平台拒绝了授权（${code}）`),
  done: '绑定成功',
  doneNext: '平台已通知服务商，可以关闭此页返回工作台。',
  again: '换一个账号再试',
  qr: '示意二维码',
} as const
