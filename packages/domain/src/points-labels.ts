import type {
  EntAccountSetting,
  EntId,
  PointBill,
  PointBillFilter,
  PointItem,
  PointPool,
  PointType,
} from '@ruwu/contract'
import { filterText, periodText } from './export.ts'
import { CHARS_PER_POINT, POINT_PRICES } from './points-price.ts'

export const POINT_POOL_LABELS: Record<PointPool, string> = {
  orderPoints: '购买积分',
  bonusOrderPoints: '订单赠送积分',
  bonusHumanPoints: '人工赠送积分',
}

export const POINT_TYPE_LABELS: Record<PointType, string> = {
  recharge: '充值',
  bonus: '赠送',
  consume: '消耗',
  refund: '退回',
  expire: '过期',
  adjust: '调整',
}

export const POINT_ITEM_LABELS: Record<PointItem, string> = {
  ai_reply: 'AI 回复',
  image: '图片理解',
  follow_up: 'AI 沉默跟进',
  comment: 'AI 评论回复',
  judgement: 'AI 判断',
  knowledge: '知识学习',
  assist: 'AI 辅助',
}

/** Groups of consumption that are no account or agent. */
export const POINT_STATISTICS_TEXTS = {
  shared: '企业共享',
  other: '其他账号',
  goneAccount: '已删除的账号',
  noAgent: '未分配',
} as const

/** 附言码 of a bank transfer: the end of the enterprise's id, which is random. */
export const remarkCodeOf = (entId: EntId): string => `RW${entId.slice(-8).toUpperCase()}`

/** 计费规则 as displayed. */
export const POINT_RULES: readonly { name: string; price: string; when: string }[] = [
  {
    name: POINT_ITEM_LABELS.ai_reply,
    price: `${POINT_PRICES.ai_reply} 积分/次`,
    when: '平台接收回复后扣除，拆成多条只计一次',
  },
  { name: POINT_ITEM_LABELS.image, price: `+${POINT_PRICES.image} 积分/次`, when: '回复的消息中包含图片' },
  { name: POINT_ITEM_LABELS.follow_up, price: `${POINT_PRICES.follow_up} 积分/次`, when: '平台接收后扣除' },
  { name: POINT_ITEM_LABELS.comment, price: `${POINT_PRICES.comment} 积分/次`, when: '平台接收后扣除' },
  {
    name: POINT_ITEM_LABELS.judgement,
    price: `${POINT_PRICES.judgement} 积分/客户·会话`,
    when: '未由 AI 托管时，采用判断结果后扣除',
  },
  {
    name: POINT_ITEM_LABELS.knowledge,
    price: `1 积分/${CHARS_PER_POINT.toLocaleString('en-US')} 字`,
    when: '文档、网页、图片生效后扣除，内容未变不重复计费',
  },
  {
    name: `${POINT_ITEM_LABELS.assist}（改写、摘要）`,
    price: `${POINT_PRICES.assist} 积分/次`,
    when: '模型给出结果后扣除；使用自有模型免费',
  },
  { name: '人工接待、工作流、规则、卡片、问答知识、建议回复、预览', price: '免费', when: '' },
]

/** Defaults of a new enterprise. */
export const DEFAULT_POINTS_SETTING: EntAccountSetting = {
  notifyAgentIds: [],
  dailyCap: 0,
  usedUpReply: { enabled: true, text: '已为您转接人工客服，请稍候' },
}

/** What was charged, or why points were granted or expired. */
export const billItemText = ({ item, reason }: Pick<PointBill, 'item' | 'reason'>): string =>
  [item && POINT_ITEM_LABELS[item], reason].filter(Boolean).join(' · ')

export const DAILY_BILLS = '按日汇总'

export const billFilterText = (
  { type, item, from, to, daily }: PointBillFilter,
  accountName: string | undefined,
  timeZone: string,
): string =>
  filterText({
    类型: type && POINT_TYPE_LABELS[type],
    项目: item && POINT_ITEM_LABELS[item],
    渠道账号: accountName,
    日期: periodText(from, to, timeZone),
    汇总: daily ? DAILY_BILLS : undefined,
  })
