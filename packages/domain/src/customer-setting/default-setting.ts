import type { CustomerSetting } from '@ruwu/contract'

/** Stages every enterprise begins with, in their order; the first is where a customer starts. */
export const DEFAULT_STAGES = [
  { name: '新客', color: 'grey' },
  { name: '跟进中', color: 'blue' },
  { name: '高意向', color: 'red' },
  { name: '已加微', color: 'green' },
  { name: '已成交', color: 'teal' },
  { name: '无效', color: 'grey' },
] as const

const DEFAULT_TRANSFER_REASONS = ['更专业的同事', '下班交接', '超出职责', '其它']

/** Reason recorded when an agent takes over a colleague's customer. */
export const TAKE_OVER_REASON = '主动接手'

/** One of the enterprise's current reasons, or the take-over reason. */
export const isTransferReason = (reason: string, { transferReasons }: Pick<CustomerSetting, 'transferReasons'>) =>
  reason === TAKE_OVER_REASON || transferReasons.includes(reason)

const DEFAULT_UNANSWERED_MINUTES = 3

/** Defaults of a new enterprise; stages are created separately, with ids. */
export const DEFAULT_CUSTOMER_SETTING: Omit<CustomerSetting, 'stages' | 'version'> = {
  dedupe: { phone: true, wechat: true, crossAccount: true },
  writeTo: { phone: null, wechat: null },
  overwrite: 'empty',
  linkStage: true,
  maskPhone: true,
  keepFamiliar: true,
  transferReasons: DEFAULT_TRANSFER_REASONS,
  unansweredMinutes: DEFAULT_UNANSWERED_MINUTES,
}
