import { POINT_ITEM_LABELS, POOL_DAYS } from '@ruwu/domain'

const { orderPoints, bonusOrderPoints, bonusHumanPoints } = POOL_DAYS

/** Titles and sentences of 《积分购买协议》: the rules as they are applied; a changed rule changes its sentence. */
export const agreementTexts = [
  [
    '积分的用途',
    `积分用于支付 ${Object.values(POINT_ITEM_LABELS).join('、')}，价格以积分中心的「计费规则」为准。积分只供购买的企业使用，不能转让。`,
  ],
  [
    '到账与有效期',
    `款项确认后积分自动到账。自到账起，购买积分 ${orderPoints} 天内有效，订单赠送积分 ${bonusOrderPoints} 天，人工赠送积分 ${bonusHumanPoints} 天（服务商另行说明的除外）；先消耗赠送的积分，再消耗购买积分，各从最早到期的开始；到期未用的积分作废。`,
  ],
  ['用尽与欠费', '积分用尽后 AI 托管暂停，客户由人工接待；购买的积分先抵扣已欠的积分，到账后 AI 自动恢复接待。'],
  ['不可提现', '积分不是货币，不能提现或兑换现金，也不计利息。'],
  [
    '取消与退款',
    '待支付的订单可以取消。付款后需要退款、重复付款或付款金额与订单不符，请凭订单号联系服务商，由服务商核对后处理。',
  ],
  [
    '发票',
    '付款后可以在订单中申请电子发票，每个订单一次，由服务商开具并发送到填写的邮箱。退款后尚未开具的申请作废，已开具的发票由服务商红冲。',
  ],
  ['企业注销', '企业注销后积分不能再使用；订单与付款记录由服务商留存备查。'],
] as const
